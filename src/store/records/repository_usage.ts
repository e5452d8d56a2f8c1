import { Buffer } from "node:buffer";
import {
  type RepositoryUsage,
  type SkillCounts,
  USAGE_LIMITS,
  USAGE_RECORD,
  type UsageDay,
  type UsageRecord,
  type UsedRepository,
} from "../../../contracts/repository_usage.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { whereItFailed } from "../../../contracts/where_it_failed.ts";
import { createTokenBuckets } from "../../flow/mod.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { usageKey } from "../keys.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What is counted between two writes: repositories, and skills of one. What is over that is not counted. */
const MOST_REPOSITORIES = 1000;
const MOST_SKILLS = 1000;

/** Names of skills in a row, which KV bounds at 64 KiB with everything else. Bytes. */
const ROW_BYTES = 40 * 1024;
/** What a skill takes in a row beside its name. */
const COUNTS_BYTES = 24;

/** What was counted since the last write, of one repository on one day. */
interface Counted extends UsedRepository {
  readonly day: string;
  searches: number;
  empty: number;
  readonly skills: Map<string, { loads: number; found: number }>;
}

export function createRepositoryUsage(deps: KvDeps): RepositoryUsage {
  const { kv, clock, log } = deps;
  const mayTell = createTokenBuckets({ clock, capacity: 1, refillMs: MINUTE_MS });
  let counted = new Map<string, Counted>();
  let writtenAt = clock.now();
  let writing: Promise<void> = Promise.resolve();

  function countedOf({ host, repository }: UsedRepository): Counted | null {
    const day = utcDay(clock.now());
    const name = JSON.stringify([host, repository, day]);
    const known = counted.get(name);
    if (known !== undefined || counted.size >= MOST_REPOSITORIES) return known ?? null;
    const fresh = { host, repository, day, searches: 0, empty: 0, skills: new Map() };
    counted.set(name, fresh);
    return fresh;
  }

  async function write(one: Counted): Promise<void> {
    const expireIn = Date.parse(one.day) + (USAGE_LIMITS.days.max + 1) * DAY_MS - clock.now();
    // A clock that was set forward has ended the day already.
    if (expireIn <= 0) return;
    await compareAndSet("count what is used", async () => {
      const row = await readRow(kv, usageKey(one.host, one.repository, one.day), USAGE_RECORD);
      const sum = withCounted(row.value, one);
      return await commit(deps, () => kv.atomic().check(row).set(row.key, sum, { expireIn }))
        ? null
        : CHANGED;
    });
  }

  /** Never rejects: a count is worth no answer. */
  async function writeAll(all: Iterable<Counted>): Promise<void> {
    for (const one of all) {
      try {
        await write(one);
      } catch (error) {
        if (mayTell("uncounted") === 0) log("warn", "store.usage_uncounted", { ...whereItFailed(error) });
      }
    }
  }

  function flush(): Promise<void> {
    const all = counted;
    counted = new Map();
    writtenAt = clock.now();
    return writing = writing.then(() => writeAll(all.values()));
  }

  return {
    note(repository, use) {
      const one = countedOf(repository);
      if (one === null) return;
      const paths = use.kind === "load" ? [use.path] : use.paths;
      if (use.kind === "search") {
        one.searches++;
        if (use.isEmpty) one.empty++;
      }
      for (const path of paths) {
        const counts = one.skills.get(path) ?? { loads: 0, found: 0 };
        if (use.kind === "load") counts.loads++;
        else counts.found++;
        if (one.skills.size < MOST_SKILLS || one.skills.has(path)) one.skills.set(path, counts);
      }
      if (Math.abs(clock.now() - writtenAt) >= MINUTE_MS) void flush();
    },

    async days({ host, repository }, from, to) {
      const days: UsageDay[] = [];
      const rows = kv.list({
        start: usageKey(host, repository, from),
        end: usageKey(host, repository, `${to}~`),
      }, {
        limit: USAGE_LIMITS.days.max + 1,
      });
      for await (const { key, value } of rows) {
        const row = USAGE_RECORD.safeParse(value);
        if (row.success) days.push({ day: String(key.at(-1)), ...row.data });
      }
      return days;
    },

    flush,
  };
}

const NONE: SkillCounts = { loads: 0, found: 0 };

function plus(one: SkillCounts, other: SkillCounts): SkillCounts {
  return { loads: one.loads + other.loads, found: one.found + other.found };
}

/** A skill for which there is no room counts among the others. */
function withCounted(row: UsageRecord | null, { searches, empty, skills }: Counted): UsageRecord {
  const sums = new Map(row?.skills);
  let others = row?.others ?? NONE;
  let left = ROW_BYTES - sums.keys().reduce((bytes, path) => bytes + sizeOf(path), 0);
  for (const [path, counts] of skills) {
    const known = sums.get(path);
    if (known !== undefined) sums.set(path, plus(known, counts));
    else if (sizeOf(path) > left) others = plus(others, counts);
    else {
      left -= sizeOf(path);
      sums.set(path, counts);
    }
  }
  return {
    searches: (row?.searches ?? 0) + searches,
    empty: (row?.empty ?? 0) + empty,
    skills: sums,
    others,
  };
}

function sizeOf(path: string): number {
  return Buffer.byteLength(path) + COUNTS_BYTES;
}
