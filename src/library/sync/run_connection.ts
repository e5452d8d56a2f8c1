import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import {
  type Connection,
  type ConnectionStore,
  type RunEnd,
  type SkillRun,
  SYNC_LIMITS,
} from "../../../contracts/library/connections.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import type {
  SyncedCommit,
  SyncedRepositories,
  SyncTrouble,
} from "../../../contracts/library/repository_sync.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import { archiveSkill, type ArchiveSkillDeps } from "./archive_skill.ts";
import { mustBeConfirmed, planRun, type RunPlan } from "./plan_run.ts";
import {
  type Connector,
  connectorOf,
  type Proof,
  type ProofDeps,
  proveControl,
  readerOf,
} from "./prove_control.ts";
import { type Publishing, publishSkill, type PublishSkillDeps } from "./publish_skill.ts";
import { readTree } from "./read_tree.ts";

export interface RunDeps extends ProofDeps, PublishSkillDeps, ArchiveSkillDeps {
  readonly repositories: SyncedRepositories;
  readonly accounts: Pick<AccountStore, "account">;
  readonly skills: PublishSkillDeps["skills"] & ArchiveSkillDeps["skills"];
  readonly library: PublishSkillDeps["library"];
  readonly connections: ConnectionStore;
  readonly now: () => number;
  /** Whether no other process took over since, because this one took too long. */
  readonly isOurs: () => Promise<boolean>;
}

/** What a look at a repository came to. */
export interface Looked {
  readonly state: NonNullable<RunEnd["run"]>["state"];
  readonly asks: NonNullable<Connection["looked"]>["asks"];
  readonly commit: SyncedCommit | null;
  readonly proof: Proof | null;
  readonly reason: string | null;
  readonly skills: readonly SkillRun[];
  readonly unchanged: number;
}

const NOTHING = { asks: null, commit: null, proof: null, reason: null, skills: [], unchanged: 0 } as const;

const TAKEN_OVER = failure({ state: "later", reason: "another process looks at it" } as const);
const READ_AGAIN = failure({ state: "later", reason: "some of its files are being read again" } as const);

/** A commit that was never read is waited for so long; the next look finds it read. */
const INDEX_MS = 60_000;
const GONE_MS = 24 * 3_600_000;
const GONE_TIMES = 3;

/** Looks at the repository and publishes what changed (docs/design/sync.md "Runs"). */
export async function runConnection(deps: RunDeps, connection: Connection): Promise<Looked> {
  const account = await deps.accounts.account(connection.account);
  if (account === null || account.state.kind !== "active") {
    return troubled({ state: "failed", reason: "the account is suspended" });
  }
  const connector = await connectorOf(deps, connection);
  const reader = readerOf(connection, connector);
  const opened = await deps.repositories.open(connection.address, connection.repository, reader);
  if (!opened.ok) {
    return opened.error.state === "missing"
      ? await missing(deps, connection, opened.error)
      : troubled(opened.error);
  }
  const commit = opened.value;
  const { repository } = connection;
  if (
    repository !== null &&
    (repository.host !== commit.repository.host || repository.id !== commit.repository.id)
  ) {
    const reason = "another repository has the name now: connect that one if it is yours";
    return troubled({ state: "refused", reason });
  }
  const proof = await proveControl(deps, connection, account, connector, commit);
  if (!proof.ok) return { ...troubled(proof.error), commit };
  const published = await publishCommit(deps, connection, account, connector, commit);
  return published.ok
    ? { ...published.value, commit, proof: proof.value }
    : { ...troubled(published.error), commit, proof: proof.value };
}

async function publishCommit(
  deps: RunDeps,
  connection: Connection,
  account: Account,
  connector: Connector | null,
  commit: SyncedCommit,
): Promise<Result<Looked, SyncTrouble>> {
  if (!commit.isPublic && connection.visibility === "global" && !connection.mayOpenPrivate) {
    return failure({
      state: "waiting",
      asks: "opening",
      reason:
        "not everybody sees the repository, and the connection publishes to everybody: confirm that, or make it private",
    });
  }
  const source = await commit.source(INDEX_MS);
  if (!source.ok) return source;
  const tree = await readTree(source.value, commit.path);
  const known = await deps.connections.skills(connection.id);
  const plan = planRun(tree, known, await namesOfOthers(deps, connection));
  if (mustBeConfirmed(plan, known, commit.commit, connection.confirmed)) {
    return failure({
      state: "waiting",
      asks: "removal",
      reason:
        `${plan.archive.length} skills are not there any more, more than half of the connection's: confirm it, or put them back`,
    });
  }
  const author = authorFor(connection, connector);
  const publishing = { connection, account, author, commit, source: source.value };
  const made = await carryOut(deps, publishing, plan);
  return made.ok
    ? success({ ...NOTHING, state: "done", skills: made.value, unchanged: plan.unchanged })
    : made;
}

/** Fails where something of the commit is gone and is made again, or another process is at it. What was published until then is. */
async function carryOut(
  deps: RunDeps,
  publishing: Publishing,
  plan: RunPlan,
): Promise<Result<readonly SkillRun[], SyncTrouble>> {
  const { connection, author } = publishing;
  const told: SkillRun[] = [];
  const goneFrom = new Map(plan.archive.map((gone) => [gone.path, gone]));
  for (const [index, planned] of plan.publish.entries()) {
    if (!await deps.isOurs()) return TAKEN_OVER;
    const runs = await publishSkill(deps, publishing, planned, goneFrom.get(planned.skill.directory) ?? null);
    if (runs === null) return READ_AGAIN;
    told.push(...runs);
    const refused = runs.find(({ problem }) => problem?.code === "rate.limited");
    if (refused?.problem === undefined || refused.problem === null) continue;
    // What is left waits for the next hour, and is told so.
    const { problem } = refused;
    told.push(
      ...plan.publish.slice(index + 1).map(({ skill: { directory, name } }) => ({
        ...refused,
        path: directory,
        name,
        problem: { ...problem, path: directory },
      })),
    );
    break;
  }
  const stillThere = new Set(plan.publish.map(({ skill }) => skill.directory));
  for (const gone of plan.archive) {
    // It went with what took its place; where that could not be published, the old one is the best that there is.
    if (stillThere.has(gone.path)) continue;
    if (!await deps.isOurs()) return TAKEN_OVER;
    const run = await archiveSkill(deps, connection.id, author, gone, "source_removed");
    if (run !== null) told.push(run);
  }
  return success([...told, ...plan.skipped]);
}

/** After a day its skills are taken out, and published again when it is back. */
async function missing(deps: RunDeps, connection: Connection, trouble: SyncTrouble): Promise<Looked> {
  const { since, times } = connection.missing ?? { since: deps.now(), times: 0 };
  const isGone = times + 1 >= GONE_TIMES && deps.now() - since >= GONE_MS;
  if (!isGone) return troubled(trouble);
  const author = authorFor(connection, null);
  const told: SkillRun[] = [];
  for (const known of await deps.connections.skills(connection.id)) {
    if (known.isGone) continue;
    if (!await deps.isOurs()) return troubled(TAKEN_OVER.error);
    const run = await archiveSkill(deps, connection.id, author, known, "source_gone");
    if (run !== null) told.push(run);
  }
  return { ...troubled(trouble), skills: told };
}

/** Names that belong to other connections of the account: two would take turns at one skill. */
async function namesOfOthers(
  { connections }: RunDeps,
  { id, account }: Connection,
): Promise<ReadonlySet<SkillName>> {
  const names = new Set<SkillName>();
  for (const other of await connections.ofAccount(account)) {
    if (other.id === id) continue;
    for (const { name, isGone } of await connections.skills(other.id)) if (!isGone) names.add(name);
  }
  return names;
}

function authorFor({ account }: Connection, connector: Connector | null): LibraryAuthor {
  return {
    account,
    skills: null,
    // Only who may publish to everybody connects a repository; who may not any more does not by it.
    mayPublishGlobally: connector?.role !== "member",
    actor: { kind: "server" },
    request: null,
  };
}

function troubled({ state, reason, asks }: SyncTrouble): Looked {
  return { ...NOTHING, state, reason, asks: asks ?? null };
}

/** What is told of a run: each outcome counted, and the first skills one by one. */
export function toldOf({ skills, unchanged }: Looked): Pick<NonNullable<RunEnd["run"]>, "counts" | "skills"> {
  const counts: Partial<Record<SkillRun["outcome"], number>> = {};
  for (const { outcome } of skills) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const same = unchanged + (counts.unchanged ?? 0);
  return {
    counts: { ...counts, ...(same > 0 && { unchanged: same }) },
    skills: skills.filter(({ outcome, problem }) => outcome !== "unchanged" || problem !== null)
      .slice(0, SYNC_LIMITS.told),
  };
}
