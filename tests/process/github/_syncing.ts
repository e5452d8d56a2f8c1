/** An account with a key, on a server that publishes to it from repositories of the stand-in for GitHub. */
import assert from "node:assert/strict";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { skillMd } from "../../support/library/library.ts";
import type { GitRepository } from "../../support/git_repository.ts";
import { type GithubServer, githubServer, type Process } from "./_github_server.ts";

export const ACME = "acme";
export const LIBRARY_ID = 300;
export const LIBRARY_ADDRESS = "/gh/acme/kit";
export const HOUR = 3_600_000;

export interface SyncedSkill {
  readonly path: string;
  readonly name: string | null;
  readonly outcome: string;
  readonly version: string | null;
  readonly problem: { readonly code: string; readonly path: string; readonly line: number | null } | null;
}

export interface SyncRun {
  readonly state: string;
  readonly trigger: string;
  readonly commit: string | null;
  readonly reason: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly skills: readonly SyncedSkill[];
}

/** What a key of an account asks of the server, and whatever is said of its skills. */
export interface SyncingAccount {
  readonly id: AccountId;
  readonly key: string;
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  connect(address: string, visibility?: "private" | "global"): Promise<string>;
  /** What the last run came to. */
  lastRun(connection: string): Promise<SyncRun>;
  /** Has it looked at by hand. */
  sync(connection: string, body?: unknown): Promise<SyncRun>;
  /** `state version` of a skill, or why there is none. */
  standing(name: string): Promise<string>;
  versions(name: string): Promise<readonly string[]>;
}

export interface SyncingWorld extends AsyncDisposable {
  readonly server: GithubServer;
  readonly process: Process;
  readonly repository: GitRepository;
  readonly acme: SyncingAccount;
  account(slug: string, process?: Process): Promise<SyncingAccount>;
  /** The account of the process as another process serves it. */
  at(process: Process): SyncingAccount;
}

/** @param repository The files of `acme/kit`, where it is. */
export async function syncingWorld(
  repository: GitRepository,
  environment: Readonly<Record<string, string>> = {},
): Promise<SyncingWorld> {
  const server = await githubServer();
  const process = await server.process(environment);
  server.github.repositories.set("acme/kit", {
    id: LIBRARY_ID,
    gitDir: repository.gitDir,
    isPrivate: false,
    isInstalled: true,
    readers: new Set(),
    writers: new Set(["ada"]),
  });

  async function account(slug: string, at = process): Promise<SyncingAccount> {
    const made = await at.accounts.open(OPERATOR, slug, { founder: null });
    assert(made.ok);
    const { id } = made.value;
    await at.accounts.setPlan(id, "team");
    const key = await at.accountKeys.make(OPERATOR, {
      kind: "account",
      account: id,
      label: "",
      writes: true,
      skills: null,
      days: null,
    });
    assert(key.ok);
    return accountAt(at, id, slug, key.value);
  }
  const acme = await account(ACME);
  return {
    server,
    process,
    repository,
    acme,
    account,
    at: (other) => accountAt(other, acme.id, ACME, acme.key),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function accountAt(process: Process, id: AccountId, slug: string, key: string): SyncingAccount {
  async function ask(method: string, path: string, body?: unknown) {
    const response = await process.fetch(`/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }

  async function lastRun(connection: string): Promise<SyncRun> {
    const { status, body } = await ask("GET", `/connections/${connection}/runs`);
    assert.equal(status, 200);
    return body.runs[0];
  }

  return {
    id,
    key,
    ask,
    async connect(address: string, visibility: "private" | "global" = "global") {
      const { status, body } = await ask("POST", "/connections", { address, visibility });
      assert.equal(status, 201, JSON.stringify(body));
      return body.id;
    },
    lastRun,
    async sync(connection: string, body: unknown = {}) {
      const asked = await ask("POST", `/connections/${connection}/sync`, body);
      assert.equal(asked.status, 202, JSON.stringify(asked.body));
      await process.syncDue();
      return await lastRun(connection);
    },
    async standing(name: string) {
      const { status, body } = await ask("GET", `/library/${slug}/${name}?state=all`);
      return status === 200 ? `${body.state} ${body.version}` : body.error.code;
    },
    async versions(name: string) {
      const { body } = await ask("GET", `/library/${slug}/${name}/versions`);
      return (body.versions ?? []).map(({ version }: { version: string }) => version);
    },
  };
}

/** A line that proves control for an account. */
export function proofFor(slug: string, origin: string): Readonly<Record<string, string>> {
  return { ".well-known/skillmount": `# Who may publish this\n${origin} ${slug}\n` };
}

export function skillAt(directory: string, name: string, more = "", body = "Do it.\n") {
  return { [`${directory}/SKILL.md`]: skillMd(name, { more, body }) };
}
