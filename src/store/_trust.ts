import type { HostKey } from "../../contracts/addresses.ts";
import type { RepositoryId, Trust, TrustEntry, TrustLists } from "../../contracts/ports.ts";
import { TRUST_ENTRY } from "../../contracts/records.ts";
import { commit, type KvDeps, readRow } from "./_kv.ts";
import { TRUST_KEY, TRUST_VERSION_KEY, trustKey } from "./keys.ts";

/** How old the lists in memory may grow before they are looked at again. */
const FRESH_MS = 10_000;

/** How old they may grow while the store does not answer: a change is in force everywhere by then. */
const LONGEST_MS = 30_000;

const MOST_TRIES = 10;
const LIST_BATCH = 500;

const NOTHING_SAID: Trust = { verified: false, featured: false, blocked: false };

/** The lists as they were at `readAt`. Few and short, because a person keeps them: held whole. */
interface Copy {
  readonly version: string | null;
  readonly entries: ReadonlyMap<string, TrustEntry>;
  /** What the blocked ones were called, in lower case. */
  readonly blockedNames: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

/**
 * The operator's lists. Each process keeps a copy and, when somebody asks, compares its version with the
 * store's every few seconds: one small read however many repositories are served.
 */
export function createTrustLists(deps: KvDeps): TrustLists {
  const { kv, clock, log } = deps;
  let copy: Copy | null = null;
  let reading: Promise<Copy> | null = null;

  async function read(known: Copy | null): Promise<Copy> {
    const readAt = clock.now();
    // The version before the entries: what changes in between is read again next time.
    const { versionstamp: version } = await kv.get(TRUST_VERSION_KEY);
    if (known !== null && known.version === version) return { ...known, readAt };
    const listed = await readEntries();
    const entries = new Map(listed.map((entry) => [nameOf(entry.host, entry.repository), entry]));
    const blockedNames = new Set(listed.filter(({ blocked }) => blocked).map(foldedName));
    return { version, entries, blockedNames, readAt };
  }

  /** Askers at the same time share one read; what a change overtook is not kept. */
  function readAgain(known: Copy | null): Promise<Copy> {
    const own = read(known).then((next) => {
      if (reading === own) copy = next;
      return next;
    }).finally(() => {
      if (reading === own) reading = null;
    });
    return own;
  }

  async function current(): Promise<Copy> {
    const known = copy;
    if (known !== null && ageOf(known) < FRESH_MS) return known;
    try {
      return await (reading ??= readAgain(known));
    } catch (error) {
      if (known === null || ageOf(known) >= LONGEST_MS) throw error;
      log("warn", "trust.unread", { ageMs: ageOf(known) });
      return known;
    }
  }

  /** A clock that was set back makes a copy old rather than young. */
  function ageOf({ readAt }: Copy): number {
    const age = clock.now() - readAt;
    return age < 0 ? LONGEST_MS : age;
  }

  async function readEntries(): Promise<TrustEntry[]> {
    const found: TrustEntry[] = [];
    for await (const { value } of kv.list({ prefix: TRUST_KEY }, { batchSize: LIST_BATCH })) {
      const entry = TRUST_ENTRY.safeParse(value);
      if (entry.success) found.push(entry.data);
      else log("error", "store.broken", { part: "trust" });
    }
    return found;
  }

  function forget(): void {
    copy = null;
    reading = null;
  }

  return {
    async of(repository, inAnyCase = false) {
      const { host, id, owner } = repository;
      const { entries, blockedNames } = await current();
      const said = saidOf(entries.get(nameOf(host, id)), owner);
      return inAnyCase && blockedNames.has(foldedName(repository)) ? { ...said, blocked: true } : said;
    },

    async list() {
      return [...(await current()).entries.values()];
    },

    async add({ host, id, owner, name }, list) {
      for (let tries = 1; tries <= MOST_TRIES; tries++) {
        const row = await readRow(kv, trustKey(host, id), TRUST_ENTRY);
        const trust = { ...saidOf(row.value ?? undefined, owner), [list]: true };
        const entry: TrustEntry = { host, repository: id, owner, name, ...trust, changedAt: clock.now() };
        // Doing it twice changes nothing, so a commit that failed and landed needs no look.
        const written = await commit(
          deps,
          () => kv.atomic().check(row).set(row.key, entry).set(TRUST_VERSION_KEY, true),
        );
        if (!written) continue;
        forget();
        return entry;
      }
      throw new Error(`Cannot put repository "${id}" on a list: its entry changed at every try`);
    },

    async clear({ host, repository }) {
      await commit(deps, () => kv.atomic().delete(trustKey(host, repository)).set(TRUST_VERSION_KEY, true));
      forget();
    },
  };
}

/** A new owner of the repository inherits a block and nothing else. */
function saidOf(entry: TrustEntry | undefined, owner: string): Trust {
  if (entry === undefined) return NOTHING_SAID;
  const { verified, featured, blocked } = entry;
  return entry.owner === owner ? { verified, featured, blocked } : { ...NOTHING_SAID, blocked };
}

function nameOf(host: HostKey, repository: RepositoryId): string {
  return `${host} ${repository}`;
}

function foldedName({ host, owner, name }: Pick<TrustEntry, "host" | "owner" | "name">): string {
  return `${host} ${owner}/${name}`.toLowerCase();
}
