/** An account that repositories are connected to, and what a key of it asks of a server. */
import assert from "node:assert/strict";
import type { AccountId, PersonId } from "../../contracts/auth/viewer.ts";
import type { ConfiguredProcess } from "./configured_process.ts";
import { OPERATOR } from "../support/library/accounts.ts";
import { skillMd } from "../support/library/library.ts";

type At = Pick<ConfiguredProcess, "fetch" | "syncDue">;

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

/** A new account of the operator's making. */
export async function syncingAccount(
  process: At & Pick<ConfiguredProcess, "accounts" | "accountKeys">,
  slug: string,
): Promise<SyncingAccount> {
  const made = await process.accounts.open(OPERATOR, slug, { founder: null });
  assert(made.ok);
  const { id } = made.value;
  await process.accounts.setPlan(id, "team");
  const key = await process.accountKeys.make(OPERATOR, {
    kind: "account",
    account: id,
    label: "",
    writes: true,
    skills: null,
    days: null,
  });
  assert(key.ok);
  return accountAt(process, id, slug, key.value);
}

/** Somebody who signed in before belongs to the account, and connects an address with a key of their own. `id`: why they may not. */
export async function connectedBy(
  process: Pick<ConfiguredProcess, "fetch" | "store" | "accountKeys">,
  account: Pick<SyncingAccount, "id">,
  person: PersonId,
  { address, role = "admin", visibility = "private" }: {
    readonly address: string;
    readonly role?: "admin" | "member";
    readonly visibility?: "private" | "global";
  },
) {
  const known = await process.store.people.person(person);
  assert(known !== null);
  await process.store.members.join(account.id, known, role, {
    ...OPERATOR,
    action: "member.join",
    target: known.login,
    before: null,
    after: role,
  });
  const acting = { actor: { kind: "person", person: known.id, login: known.login }, request: null } as const;
  const key = await process.accountKeys.make(acting, {
    kind: "account",
    account: account.id,
    label: "",
    writes: true,
    skills: null,
    days: null,
  });
  if (!key.ok) return { known, id: key.error.code };
  const answer = await process.fetch("/api/v1/connections", {
    method: "POST",
    headers: { authorization: `Bearer ${key.value}`, "content-type": "application/json" },
    body: JSON.stringify({ address, visibility }),
  });
  const body = await answer.json();
  return { known, id: answer.status === 201 ? String(body.id) : String(body.error.code) };
}

export function accountAt(process: At, id: AccountId, slug: string, key: string): SyncingAccount {
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
