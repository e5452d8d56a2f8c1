/** An account whose skills come from uploads and from a repository on loopback, on a store that processes share. */
import assert from "node:assert/strict";
import type { AccountId } from "../../contracts/auth/viewer.ts";
import type { ConnectionId } from "../../contracts/library/connections.ts";
import { type ConfiguredProcess, configuredProcess } from "../process/configured_process.ts";
import { createGitHttpServer } from "../support/git_http_server.ts";
import { createGitRepository, type GitRepository } from "../support/git_repository.ts";
import { OPERATOR } from "../support/library/accounts.ts";
import { libraryOn, wholeVersions } from "../support/library/library.ts";
import { accountAt, type SyncingAccount, syncingAccount } from "../process/syncing_account.ts";
import { PUBLIC_URL } from "../support/sign_in/authorization_server.ts";
import type { DatabaseKind } from "./_database.ts";
import type { LibraryOrders } from "./_library_process.ts";
import { shiftedClock } from "./_shifted_clock.ts";

/** Longer than the lease of a run. Milliseconds. */
const LATER = 20 * 60_000;

export const ACCOUNT = "acme";

export interface LibraryWorld extends AsyncDisposable {
  readonly repository: GitRepository;
  /** As the process of the test serves it. */
  readonly acme: SyncingAccount;
  readonly process: ConfiguredProcess;
  /** What a process is told to do now. */
  orders(work: LibraryOrders["work"], halt?: Pick<LibraryOrders, "haltAt" | "halfway">): LibraryOrders;
  /** A process that has just come, when leases are over. */
  afterwards<Value>(
    use: (acme: SyncingAccount, process: ConfiguredProcess) => Promise<Value>,
  ): Promise<Value>;
  /** Versions are whole, skills are counted once each, and no change of the feed is missing. */
  assertSound(): Promise<void>;
  /** The connection is due, as the clock has it. */
  makeDue(connection: string): Promise<void>;
}

export async function libraryWorld(kind: DatabaseKind): Promise<LibraryWorld> {
  const stack = new AsyncDisposableStack();
  const shared = stack.use(await kind.create());
  const kv = await Deno.openKv(shared.kv);
  stack.defer(() => kv.close());
  const repository = stack.use(await createGitRepository());
  const git = stack.use(
    createGitHttpServer({ repositories: new Map([["acme/kit", repository.gitDir]]) }),
  );
  const environment = { PUBLIC_URL, GIT_HOSTS: `code=${git.url}`, INDEX_WAIT_MS: "0" };
  let ahead = 0;
  const clock = shiftedClock();
  const process = stack.use(await configuredProcess(environment, { kv, clock }));
  const acme = await syncingAccount(process, ACCOUNT);
  return {
    repository,
    acme,
    process,
    orders: (work, halt = { haltAt: 0, halfway: false }) => ({
      kv: shared.kv,
      environment,
      ahead,
      work,
      ...halt,
    }),
    async afterwards(use) {
      ahead += LATER;
      clock.advance(LATER);
      await using other = await configuredProcess(environment, { kv, clock });
      return await use(accountAt(other, acme.id, ACCOUNT, acme.key), other);
    },
    assertSound: () => assertSound(kv, acme.id),
    async makeDue(connection) {
      const due = await process.store.connections.change(
        acme.id,
        connection as ConnectionId,
        (before) => ({ ...before, dueAt: 0 }),
      );
      assert(due !== null);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The digests of all versions of a skill, the newest first. */
export async function digestsOf(
  { ask }: Pick<SyncingAccount, "ask">,
  name: string,
): Promise<readonly string[]> {
  const { status, body } = await ask("GET", `/library/${ACCOUNT}/${name}/versions?state=all`);
  if (status === 404) return [];
  assert.equal(status, 200);
  return Object(body).versions.map(({ digest }: { digest: string }) => digest);
}

/** What is left of the store by whoever died is sound: versions are whole, skills are counted, and no change lacks its number. */
async function assertSound(kv: Deno.Kv, account: AccountId): Promise<void> {
  const stage = libraryOn(kv);
  await wholeVersions(stage, { account, skills: null, mayPublishGlobally: true, ...OPERATOR });
  const { skills } = stage.store;
  assert.equal((await skills.ledger(account)).skills, (await skills.ownSkills(account)).length);
  const changes = await skills.changes(0, 10_000);
  assert.deepEqual(changes.map(({ sequence }) => sequence), changes.map((_, index) => index + 1));
}
