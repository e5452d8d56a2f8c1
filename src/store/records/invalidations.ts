import type { Invalidated, Invalidations } from "../../../contracts/mounts.ts";
import { STORED_INVALIDATIONS, type StoredInvalidations } from "../../../contracts/records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { createPolledCopy } from "./_polled_copy.ts";
import { INVALIDATIONS_KEY } from "../keys.ts";

/**
 * How old the copy in memory may grow. An event of a git host takes seconds to arrive, so that a call need
 * not read the store each time: the processes read it once a second, however many repositories they serve.
 */
const FRESH_MS = 1000;

/** Bytes of the row, about, under KV's 65,536. */
const MOST_BYTES = 48_000;

const NEVER: Invalidated = { refs: 0, facts: 0, closed: 0 };

/** How far each of them reaches: what closes a repository makes its facts and refs due, too. */
const REACH: Readonly<Record<keyof Invalidated, readonly (keyof Invalidated)[]>> = {
  refs: ["refs"],
  facts: ["refs", "facts"],
  closed: ["refs", "facts", "closed"],
};

/**
 * One row for all repositories: the latest invalidations, as many as fit. What is older is folded into one
 * for all others, so that nothing is ever believed for too long, and at worst something is asked once more.
 */
export function createInvalidations(deps: KvDeps): Invalidations {
  const { kv, clock } = deps;
  const copy = createPolledCopy<StoredInvalidations>(deps, {
    freshMs: FRESH_MS,
    longestMs: null,
    unread: "invalidations.unread",
    async read(known, now) {
      const { versionstamp: version, value } = await readRow(kv, INVALIDATIONS_KEY, STORED_INVALIDATIONS);
      if (known !== null && known.version === version) return known;
      return { version, value: value ?? nothing(version, now) };
    },
  });

  /** A row that cannot be read might have said anything. */
  function nothing(version: string | null, now: number): StoredInvalidations {
    const others = version === null ? NEVER : { refs: now, facts: now, closed: now };
    return { subjects: {}, others };
  }

  function latestOf(
    { subjects: listed, others }: StoredInvalidations,
    host: string,
    subjects: readonly string[],
  ) {
    return subjects.reduce((found, subject) => latest(found, listed[nameOf(host, subject)]), others);
  }

  return {
    held(host, subjects) {
      const stored = copy.held();
      return stored && latestOf(stored.value, host, subjects);
    },

    async of(host, subjects) {
      return latestOf((await copy.current()).value, host, subjects);
    },

    async add(host, subjects, what) {
      await compareAndSet("store an invalidation", async () => {
        const row = await readRow(kv, INVALIDATIONS_KEY, STORED_INVALIDATIONS);
        const known = row.value ?? nothing(row.versionstamp, clock.now());
        // Behind the one before: whoever asked because of that one has asked too early for this one.
        const before = subjects.map((subject) => known.subjects[nameOf(host, subject)]?.refs ?? 0);
        const at = Math.max(clock.now(), ...before.map((time) => time + 1));
        const added = Object.fromEntries(REACH[what].map((reached) => [reached, at]));
        const stored = subjects.map((subject) => nameOf(host, subject)).reduce(
          ({ subjects, others }, name) =>
            fitted({ ...subjects, [name]: latest({ ...NEVER, ...added }, subjects[name]) }, others),
          known,
        );
        // Doing it twice changes nothing, so a commit that failed and landed needs no look.
        if (!await commit(deps, () => kv.atomic().check(row).set(row.key, stored))) return CHANGED;
        copy.forget();
        return stored;
      });
    },
  };
}

/** Without the earliest ones, as far as there is no room for them. */
function fitted(subjects: StoredInvalidations["subjects"], others: Invalidated): StoredInvalidations {
  let bytes = 0;
  const newestFirst = Object.entries(subjects).sort(([, one], [, other]) => other.refs - one.refs);
  const kept = newestFirst.filter(([name]) => (bytes += 100 + 2 * name.length) <= MOST_BYTES);
  const dropped = newestFirst.slice(kept.length).map(([, invalidated]) => invalidated);
  return { subjects: Object.fromEntries(kept), others: dropped.reduce(latest, others) };
}

function latest(one: Invalidated, other: Invalidated | undefined): Invalidated {
  if (other === undefined) return one;
  return {
    refs: Math.max(one.refs, other.refs),
    facts: Math.max(one.facts, other.facts),
    closed: Math.max(one.closed, other.closed),
  };
}

function nameOf(host: string, subject: string): string {
  return `${host} ${subject}`;
}
