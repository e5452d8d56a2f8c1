import { LRUCache } from "lru-cache";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type { LibraryItem, ListedSkill } from "../../../contracts/library/library_items.ts";
import type { LibraryItemStore, LibraryStamps, SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Change, Handover, Skill } from "../../../contracts/library/skills.ts";
import type { SkillId, VersionSummary } from "../../../contracts/library/versions.ts";
import { createSingleFlight } from "../../flow/mod.ts";
import { stateOf } from "../skills/skill_state.ts";
import { createChangesSince } from "./_changes_since.ts";

/** Who a skill is of, as its readers see it. */
export type SkillOwner = Pick<Account, "id" | "slug" | "aliases" | "verified">;

/** One skill as one account has it. */
export interface HeldSkill {
  readonly skill: Skill;
  readonly owner: SkillOwner;
  readonly isOwn: boolean;
  /** Null: it was never added. */
  readonly item: LibraryItem | null;
  /** The version that the account has; null: there is none. */
  readonly version: VersionSummary | null;
  /** It is in the account's library, as every list and tool has it. */
  readonly isListed: boolean;
  readonly listed: ListedSkill;
}

/** With what lists tell of it. */
export function heldSkill(
  held: Omit<HeldSkill, "listed">,
  told: Pick<ListedSkill, "pinned" | "awaitsOwner">,
): HeldSkill {
  const { skill, owner, isOwn, item, version } = held;
  return {
    ...held,
    listed: {
      skill: skill.id,
      account: skill.account,
      owner: owner.slug,
      name: skill.name,
      isOwn,
      state: stateOf(skill),
      visibility: skill.visibility,
      version: version?.label ?? null,
      digest: version?.digest ?? null,
      // Of what others cannot read, a draft or a version that is private, they are not told what it is about.
      description: version?.description ?? (isOwn ? skill.description : ""),
      ...told,
      addedAt: item?.addedAt ?? null,
      publishedAt: skill.publishedAt,
    },
  };
}

/** All that an account has, as of its stamps. */
export interface AccountLibrary {
  readonly stamps: LibraryStamps;
  readonly byId: ReadonlyMap<SkillId, HeldSkill>;
  /** By `owner/name`. */
  readonly byName: ReadonlyMap<string, HeldSkill>;
  /** What lists show, in their order. */
  readonly listed: readonly HeldSkill[];
  /** The same as it is told: the same array while nothing of it changes. */
  readonly told: readonly ListedSkill[];
}

export interface AccountLibraryDeps {
  readonly skills: SkillStore;
  readonly items: LibraryItemStore;
  readonly accounts: Pick<AccountStore, "account">;
  /** Whether versions that nobody graded are kept from lists. */
  readonly isAnalysed: boolean;
  /** Memory of all lists together. Bytes. */
  readonly cacheBytes: number;
}

/** What an entry holds with its records, and with the text that answers it, about. */
const ENTRY_BYTES = 3000;
const LIBRARY_BYTES = 1000;

/** `stamps`: as they were read for this call; left out, they are read. */
export type AccountLibraries = (account: AccountId, stamps?: LibraryStamps) => Promise<AccountLibrary>;

/**
 * What accounts have, from memory while their stamps stand: every call reads these two and, of what moved, only what is named by
 * it (docs/design/library.md "Reading").
 */
export function createAccountLibraries(deps: AccountLibraryDeps): AccountLibraries {
  const { skills, items, accounts } = deps;
  const known = new LRUCache<AccountId, AccountLibrary>({
    maxSize: Math.max(1, Math.floor(deps.cacheBytes)),
    sizeCalculation: ({ byId }) => LIBRARY_BYTES + byId.size * ENTRY_BYTES,
  });
  const changesSince = createChangesSince(skills);
  const share = createSingleFlight<AccountLibrary>();

  async function pinnedOf(
    skill: Skill,
    item: LibraryItem | null,
    isOwn: boolean,
  ): Promise<VersionSummary | null> {
    return item === null || item.pin === null ? null : await versionAt(skill, item.pin, isOwn);
  }

  async function versionAt(skill: Skill, sequence: number, isOwn: boolean): Promise<VersionSummary | null> {
    const offered = isOwn ? skill.current : skill.open;
    if (offered?.sequence === sequence) return offered;
    const version = await skills.version(skill.id, sequence);
    if (version === null || version.standing !== "released") return null;
    return isOwn || version.isOpen ? version : null;
  }

  /** What an account has that follows no longer whoever has the skill: what others had of it when it left that owner. */
  async function leftBehind(skill: Skill, handover: Handover): Promise<VersionSummary | null> {
    return handover.open === null ? null : await versionAt(skill, handover.open, false);
  }

  async function held(
    account: AccountId,
    skill: Skill,
    item: LibraryItem | null,
    owners: Owners,
  ): Promise<HeldSkill | null> {
    const owner = await owners(skill.account);
    if (owner === null) return null;
    const isOwn = skill.account === account;
    const pinned = await pinnedOf(skill, item, isOwn);
    const handover = isOwn ? null : handoverOf(skill, item);
    const followed = () => isOwn ? skill.current : skill.open;
    const version = pinned ?? (handover === null ? followed() : await leftBehind(skill, handover));
    const isGraded = !deps.isAnalysed || version === null || version.grade !== null;
    const isThere = isOwn ? stateOf(skill) === "published" : item !== null && isReadable(skill);
    const held = { skill, owner, isOwn, item, version, isListed: isThere && isGraded };
    return heldSkill(held, { pinned: pinned !== null, awaitsOwner: handover !== null });
  }

  /** The entries of these skills, those that are gone left out. */
  async function read(
    account: AccountId,
    ids: readonly SkillId[],
    added: ReadonlyMap<SkillId, LibraryItem>,
  ): Promise<readonly HeldSkill[]> {
    const owners = ownersOf(accounts);
    const found: HeldSkill[] = [];
    for (const skill of await skills.skills(ids)) {
      const item = skill === null ? null : added.get(skill.id) ?? null;
      if (skill === null || (item === null && skill.account !== account)) continue;
      const entry = await held(account, skill, item, owners);
      if (entry !== null) found.push(entry);
    }
    return found;
  }

  async function itemsOf(account: AccountId): Promise<ReadonlyMap<SkillId, LibraryItem>> {
    return new Map((await items.items(account)).map((item) => [item.skill, item]));
  }

  async function make(account: AccountId, stamps: LibraryStamps): Promise<AccountLibrary> {
    const added = await itemsOf(account);
    const ids = new Set([...await skills.ownSkills(account), ...added.keys()]);
    return assembled(stamps, await read(account, [...ids], added));
  }

  /** What moved is read anew; null: it is easier to make it all anew. */
  async function mend(
    account: AccountId,
    before: AccountLibrary,
    stamps: LibraryStamps,
  ): Promise<AccountLibrary | null> {
    const changes = await changesSince(before.stamps.feed, stamps.feed);
    if (changes === null) return null;
    const stale = new Set(changes.flatMap((change) => concerned(account, before, change)));
    const isMoved = before.stamps.items !== stamps.items;
    const added = isMoved ? await itemsOf(account) : itemsIn(before);
    if (isMoved) {
      for (const [id, item] of added) {
        const known = before.byId.get(id)?.item ?? null;
        const isSame = known?.pin === item.pin && known.addedAt === item.addedAt &&
          known.owner === item.owner;
        if (!isSame) stale.add(id);
      }
      for (const { skill, item } of before.byId.values()) {
        if (item !== null && !added.has(skill.id)) stale.add(skill.id);
      }
    }
    if (stale.size === 0) return { ...before, stamps };
    const kept = [...before.byId.values()].filter(({ skill }) => !stale.has(skill.id));
    return assembled(stamps, [...kept, ...await read(account, [...stale], added)]);
  }

  return async (account, read) => {
    const stamps = read ?? await skills.stamps(account);
    const before = known.get(account);
    if (before !== undefined && isAsNew(before.stamps, stamps)) return before;
    // Those who share it have all read these stamps, so that nobody is answered with what was before their call.
    return await share(JSON.stringify([account, stamps.items, stamps.feed]), async () => {
      const mended = before === undefined ? null : await mend(account, before, stamps);
      const library = mended ?? await make(account, stamps);
      known.set(account, library);
      return library;
    });
  };
}

type Owners = (account: AccountId) => Promise<SkillOwner | null>;

/** Each asked for once. */
function ownersOf(accounts: Pick<AccountStore, "account">): Owners {
  const asked = new Map<AccountId, Promise<SkillOwner | null>>();
  return (id) => {
    const known = asked.get(id) ?? accounts.account(id);
    asked.set(id, known);
    return known;
  };
}

/** By which the skill left the owner that an account follows; null: that owner has it. */
function handoverOf({ account, handovers }: Skill, item: LibraryItem | null): Handover | null {
  if (item === null || item.owner === null || item.owner === account) return null;
  return handovers.find(({ from }) => from === item.owner) ?? handovers[0] ?? null;
}

/** Whether others have anything of it: what was taken private or archived they keep. */
function isReadable({ flagged, publishedAt }: Skill): boolean {
  return flagged === null && publishedAt !== null;
}

/** The skills of a library that a change is about. */
function concerned(account: AccountId, { byId }: AccountLibrary, change: Change): readonly SkillId[] {
  const { skill } = change;
  if (skill === null) {
    return [...byId.values()].flatMap((entry) => entry.owner.id === change.account ? [entry.skill.id] : []);
  }
  return change.account === account || byId.has(skill) ? [skill] : [];
}

function itemsIn({ byId }: AccountLibrary): ReadonlyMap<SkillId, LibraryItem> {
  return new Map([...byId].flatMap(([id, { item }]) => item === null ? [] : [[id, item]]));
}

/** Another call may have read later, and got on faster. */
function isAsNew(known: LibraryStamps, read: LibraryStamps): boolean {
  return known.items === read.items && known.feed >= read.feed;
}

function assembled(stamps: LibraryStamps, entries: readonly HeldSkill[]): AccountLibrary {
  const listed = entries.filter(({ isListed }) => isListed).sort(compareHeld);
  return {
    stamps,
    byId: new Map(entries.map((entry) => [entry.skill.id, entry])),
    byName: new Map(entries.map((entry) => [`${entry.listed.owner}/${entry.listed.name}`, entry])),
    listed,
    told: listed.map(({ listed }) => listed),
  };
}

/** By when they came into the library, own ones by their first publication. */
export function compareHeld({ listed: one }: HeldSkill, { listed: other }: HeldSkill): number {
  const time = (one.addedAt ?? one.publishedAt ?? Infinity) -
    (other.addedAt ?? other.publishedAt ?? Infinity);
  if (time !== 0 && !Number.isNaN(time)) return time;
  return compareText(one.owner, other.owner) || compareText(one.name, other.name);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
