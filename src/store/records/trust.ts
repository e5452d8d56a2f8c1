import { STORE_OUTAGE_SECONDS, TRUST_OUTAGE_SECONDS } from "../../../contracts/limits.ts";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Repository, RepositoryId } from "../../../contracts/git_host.ts";
import type { Trust, TrustEntry, TrustLists } from "../../../contracts/trust.ts";
import { TRUST_ENTRY } from "../../../contracts/records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import { createPolledCopy } from "./_polled_copy.ts";
import { TRUST_KEY, TRUST_VERSION_KEY, trustKey } from "../keys.ts";

/** How old the lists in memory may grow before they are looked at again. */
const FRESH_MS = 10_000;

/** How old they may grow while the store does not answer: without them nothing is served, lest a block be missed. */
const LONGEST_MS = STORE_OUTAGE_SECONDS * 1000;

/** How old they may grow before they vouch for nothing any more: a restart of the store, and no more. */
const VOUCHING_MS = TRUST_OUTAGE_SECONDS * 1000;

const LIST_BATCH = 500;

const NOTHING_SAID: Trust = { verified: false, featured: false, blocked: false };

interface CopyOfLists {
  readonly value: Lists;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

interface Lists {
  readonly entries: ReadonlyMap<string, TrustEntry>;
  /** What the blocked ones were called, in lower case. */
  readonly blockedNames: ReadonlySet<string>;
}

/**
 * The operator's lists. Each process keeps a copy: they are few and short, because a person keeps them.
 */
export function createTrustLists(deps: KvDeps): TrustLists {
  const { kv, clock, log } = deps;
  const copy = createPolledCopy<Lists>(deps, {
    freshMs: FRESH_MS,
    longestMs: LONGEST_MS,
    unread: "trust.unread",
    async read(known) {
      // The version before the entries: what changes in between is read again next time.
      const { versionstamp: version } = await kv.get(TRUST_VERSION_KEY);
      if (known !== null && known.version === version) return known;
      const listed = await readEntries();
      const entries = new Map(listed.map((entry) => [nameOf(entry.host, entry.repository), entry]));
      const blockedNames = new Set(listed.filter(({ blocked }) => blocked).map(foldedName));
      return { version, value: { entries, blockedNames } };
    },
  });

  async function readEntries(): Promise<TrustEntry[]> {
    const found: TrustEntry[] = [];
    for await (const { value } of kv.list({ prefix: TRUST_KEY }, { batchSize: LIST_BATCH })) {
      const entry = TRUST_ENTRY.safeParse(value);
      if (entry.success) found.push(entry.data);
      else log("error", "store.broken", { part: "trust" });
    }
    return found;
  }

  function among({ value, readAt }: CopyOfLists, repository: Repository, inAnyCase: boolean): Trust {
    const { entries, blockedNames } = value;
    const { host, id, owner } = repository;
    const entry = saidOf(entries.get(nameOf(host, id)), owner);
    // A mark may have been taken back while the store was out of reach of this process alone.
    const said = clock.now() - readAt < VOUCHING_MS ? entry : { ...NOTHING_SAID, blocked: entry.blocked };
    const isBlocked = inAnyCase && blockedNames.size > 0 && blockedNames.has(foldedName(repository));
    return isBlocked ? { ...said, blocked: true } : said;
  }

  return {
    held(repository, inAnyCase = false) {
      const lists = copy.held();
      return lists && among(lists, repository, inAnyCase);
    },

    async of(repository, inAnyCase = false) {
      return among(await copy.current(), repository, inAnyCase);
    },

    async list() {
      return [...(await copy.current()).value.entries.values()];
    },

    async add({ host, id, owner, name }, list) {
      return await compareAndSet(`put repository "${id}" on a list`, async () => {
        const row = await readRow(kv, trustKey(host, id), TRUST_ENTRY);
        const trust = { ...saidOf(row.value ?? undefined, owner), [list]: true };
        const entry: TrustEntry = { host, repository: id, owner, name, ...trust, changedAt: clock.now() };
        // Doing it twice changes nothing, so a commit that failed and landed needs no look.
        const written = await commit(
          deps,
          () => kv.atomic().check(row).set(row.key, entry).set(TRUST_VERSION_KEY, true),
        );
        if (!written) return CHANGED;
        copy.forget();
        return entry;
      });
    },

    async clear({ host, repository }) {
      await commit(deps, () => kv.atomic().delete(trustKey(host, repository)).set(TRUST_VERSION_KEY, true));
      copy.forget();
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
