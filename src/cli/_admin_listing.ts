import type { Housekeeping, StoredEntry } from "../../contracts/housekeeping.ts";
import type { HostTable } from "../../contracts/addresses.ts";
import { formatAddress, ROOT_PATH } from "../format/mod.ts";
import { countText } from "./count_text.ts";
import { sizeText } from "./_size_text.ts";
import { type CommandResult, done } from "./command_result.ts";

/** One snapshot, as `--json` prints it. Times are ISO 8601. */
export interface ListedSnapshot {
  readonly address: string;
  readonly commit: string;
  readonly rules: string;
  readonly serving: "full" | "licensed";
  readonly state: string;
  readonly attempt: number;
  /** Why it failed, and when it is tried again by itself. */
  readonly code: string | null;
  readonly retryAt: string | null;
  readonly skills: number | null;
  readonly files: number | null;
  /** Its catalog, search index and facts as they are stored. The files are shared with other snapshots. */
  readonly bytes: number;
  readonly updatedAt: string;
  /** To the hour; null: not known. */
  readonly readAt: string | null;
}

interface ListingDeps {
  readonly housekeeping: Pick<Housekeeping, "repositories" | "holdings" | "bytes">;
  readonly hosts: HostTable;
}

/** `admin list`: every snapshot that is stored or on its way. */
export async function adminList(deps: ListingDeps, asJson: boolean): Promise<CommandResult> {
  const snapshots = await listed(deps, () => true);
  const storedBytes = await deps.housekeeping.bytes();
  if (asJson) return done(JSON.stringify({ storedBytes, snapshots }, null, 2));
  const count = countText(snapshots.length, "snapshot");
  return done([...snapshots.map(snapshotLine), `${count}, about ${sizeText(storedBytes)} stored`].join("\n"));
}

/** `admin queue`: what is not ready, and when it is tried next. */
export async function adminQueue(deps: ListingDeps, asJson: boolean): Promise<CommandResult> {
  const snapshots = await listed(deps, ({ record }) => record.state !== "ready");
  if (asJson) return done(JSON.stringify({ snapshots }, null, 2));
  return done(snapshots.length === 0 ? "Nothing waits or has failed" : snapshots.map(queueLine).join("\n"));
}

async function listed(
  { housekeeping, hosts }: ListingDeps,
  isWanted: (entry: StoredEntry) => boolean,
): Promise<ListedSnapshot[]> {
  const found: ListedSnapshot[] = [];
  for await (const of of housekeeping.repositories()) {
    const { snapshots } = await housekeeping.holdings(of);
    found.push(...snapshots.filter(isWanted).map((entry) => describe(entry, hosts)));
  }
  return found.sort((one, other) => one.address < other.address ? -1 : 1);
}

function describe({ key, repository, record, readAt }: StoredEntry, hosts: HostTable): ListedSnapshot {
  const revision = { kind: "commit", hash: key.commit } as const;
  const { host, owner, name: repo } = repository;
  const isReady = record.state === "ready";
  const hasFailed = record.state === "failed";
  return {
    address: formatAddress({ host, owner, repo, revision, path: ROOT_PATH }, hosts),
    commit: key.commit,
    rules: key.rules,
    serving: key.serving,
    state: record.state,
    attempt: record.attempt,
    code: hasFailed ? record.code : null,
    retryAt: hasFailed ? timeText(record.retryAt) : null,
    skills: isReady ? record.counts.skills : null,
    files: isReady ? record.counts.files : null,
    bytes: isReady ? Object.values(record.parts).reduce((sum, { storedBytes }) => sum + storedBytes, 0) : 0,
    updatedAt: new Date(record.updatedAt).toISOString(),
    readAt: timeText(readAt),
  };
}

function snapshotLine(snapshot: ListedSnapshot): string {
  const { address, state, serving, rules, skills, files, bytes, readAt } = snapshot;
  const counts = skills === null || files === null
    ? []
    : [`${countText(skills, "skill")}, ${countText(files, "file")}`, sizeText(bytes)];
  const read = readAt === null ? [] : [`read ${readAt}`];
  return [address, state, `${serving}, rules ${rules}`, ...counts, ...read].join("  ");
}

function queueLine({ address, state, attempt, code, retryAt, updatedAt }: ListedSnapshot): string {
  const next = code === null ? `since ${updatedAt}` : `${code}, ${nextTry(retryAt)}`;
  return [address, state, `attempt ${attempt}`, next].join("  ");
}

function nextTry(retryAt: string | null): string {
  return retryAt === null ? "not tried again by itself" : `tried again from ${retryAt} on`;
}

function timeText(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
