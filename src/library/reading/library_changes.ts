import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { AccountStore, Slug } from "../../../contracts/library/accounts.ts";
import type { LibraryReader } from "../../../contracts/library/library.ts";
import {
  CHANGES_KEPT_MS,
  type LibraryChange,
  type LibraryChangesPage,
} from "../../../contracts/library/library_changes.ts";
import type { LibraryItemStore, SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Change, ChangeSubject } from "../../../contracts/library/skills.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { cursorAfter, readCursor } from "../public_catalog/catalog_cursor.ts";
import type { AccountLibraries, AccountLibrary } from "./account_library.ts";
import { mayRead } from "./find_skill.ts";
import { othersChange, ownChange } from "./_told_change.ts";

export interface LibraryChangesDeps {
  readonly skills: Pick<SkillStore, "changesOf">;
  readonly items: Pick<LibraryItemStore, "items" | "gone">;
  readonly accounts: Pick<AccountStore, "account">;
  readonly libraryOf: AccountLibraries;
  readonly clock: Pick<Clock, "now">;
}

/** Changes of one subject that are read for one page: many are of one skill only where somebody publishes without end. */
const OF_A_SUBJECT = 50;

/** Subjects that are read side by side. */
const AT_ONCE = 32;

/** What changed in a library as the account has it now, the newest first. Fails with `cursor.invalid`. */
export async function libraryChanges(
  deps: LibraryChangesDeps,
  reader: LibraryReader,
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Promise<Result<LibraryChangesPage, Failure>> {
  const question = ["changes", reader.account];
  const place = readCursor(question, cursor);
  if (!place.ok) return place;
  const view = await viewOf(deps, reader);
  const before = sequenceIn(place.value?.[0]);
  const { found, horizon } = await changesAhead(deps, subjectsOf(view), before);
  const oldest = deps.clock.now() - CHANGES_KEPT_MS;
  const changes: LibraryChange[] = [];
  for (const change of found) {
    if (change.at < oldest) return success({ changes, cursor: null });
    const told = await toldOf(view, change);
    if (told !== null) changes.push(told);
    if (changes.length === limit) {
      return success({ changes, cursor: cursorAfter(question, [change.sequence]) });
    }
  }
  return success({ changes, cursor: horizon === 0 ? null : cursorAfter(question, [horizon]) });
}

/** Null: from the last change. A cursor is no secret: one that was made up names a place like any other. */
function sequenceIn(part: string | number | undefined): number | null {
  return typeof part === "number" && Number.isSafeInteger(part) && part > 0 ? part : null;
}

/** The reader's account, each skill that it added, and the owners of these that were ever called something else. */
function subjectsOf({ reader, library, gone }: View): readonly ChangeSubject[] {
  const added = [...library.byId.values()].filter(({ item }) => item !== null);
  const owners = new Set(added.flatMap(({ owner }) => owner.aliases.length > 0 ? [owner.id] : []));
  return [
    { kind: "account", id: reader.account },
    ...added.map(({ skill }) => ({ kind: "skill", id: skill.id } as const)),
    ...Array.from(gone.keys(), (id) => ({ kind: "skill", id } as const)),
    ...Array.from(owners, (id) => ({ kind: "renames", id } as const)),
  ];
}

/**
 * What happened to these subjects, the newest first, down to `horizon`: behind it, some subject has more than were read. 0: that is
 * all.
 */
async function changesAhead(
  { skills }: LibraryChangesDeps,
  subjects: readonly ChangeSubject[],
  before: number | null,
): Promise<{ readonly found: readonly Change[]; readonly horizon: number }> {
  const bySequence = new Map<number, Change>();
  let horizon = 0;
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    const some = subjects.slice(at, at + AT_ONCE);
    const read = await Promise.all(some.map((one) => skills.changesOf(one, before, OF_A_SUBJECT)));
    for (const one of read) {
      for (const change of one.changes) bySequence.set(change.sequence, change);
      horizon = Math.max(horizon, one.horizon);
    }
  }
  const found = [...bySequence.values()].filter(({ sequence }) => sequence >= horizon);
  return { found: found.sort((one, other) => other.sequence - one.sequence), horizon };
}

/** Against what a library's changes are judged: what the account has at the moment of asking. */
interface View {
  readonly reader: LibraryReader;
  readonly library: AccountLibrary;
  /** When the account had added what is deleted since. */
  readonly gone: ReadonlyMap<SkillId, number>;
  readonly slugOf: (account: AccountId) => Promise<Slug | null>;
}

async function viewOf(
  { accounts, items, libraryOf }: LibraryChangesDeps,
  reader: LibraryReader,
): Promise<View> {
  const library = await libraryOf(reader.account, reader.stamps);
  // What is deleted leaves libraries one by one: the item may be there still.
  const added = [...await items.gone(reader.account), ...await items.items(reader.account)];
  const slugs = new Map<AccountId, Promise<Slug | null>>();
  return {
    reader,
    library,
    gone: new Map(
      added.filter(({ skill }) => !library.byId.has(skill)).map(({ skill, addedAt }) => [skill, addedAt]),
    ),
    slugOf(account) {
      const slug = slugs.get(account) ?? accounts.account(account).then((found) => found?.slug ?? null);
      slugs.set(account, slug);
      return slug;
    },
  };
}

/** Null: it is none of the reader's library, or not theirs to know. */
async function toldOf(view: View, change: Change): Promise<LibraryChange | null> {
  const { reader, slugOf } = view;
  const { account, skill, name, at, giver } = change;
  if (skill === null || name === null) return await renamed(view, change);
  const isNamed = (owner: AccountId) => reader.skills === null || reader.skills.has(`${owner}/${name}`);
  const isGiven = giver === reader.account;
  const isOwn = account === reader.account || isGiven;
  if (isOwn && !isNamed(reader.account)) return null;
  const told = isOwn ? ownChange(change) : isSeen(view, change, isNamed) ? heldChange(view, change) : null;
  if (told === null) return null;
  const owner = await slugOf(account);
  if (told.kind !== "transferred") return { at, owner, name, isOwn, ...told };
  const from = giver === null ? null : await slugOf(giver);
  return { at, owner, name, isOwn, ...told, version: null, from, to: owner };
}

/** Whether the account had the skill of another one when it changed. */
function isSeen(
  { reader, library, gone }: View,
  { account, skill, at }: Change,
  isNamed: (owner: AccountId) => boolean,
): boolean {
  if (skill === null) return false;
  const held = library.byId.get(skill);
  if (held === undefined) return at >= (gone.get(skill) ?? Infinity) && isNamed(account);
  return held.item !== null && at >= held.item.addedAt && mayRead(reader, held);
}

function heldChange({ library: { byId } }: View, change: Change) {
  const held = change.skill === null ? undefined : byId.get(change.skill);
  const told = othersChange(change);
  if (told === null || told.kind === "gone") return told;
  // Of what the account may no longer see, nothing but that it is gone.
  if (held === undefined || !held.isListed) return null;
  // It follows not who has the skill now, until it confirms them.
  const isFollowed = !held.listed.awaitsOwner || change.account !== held.skill.account;
  return isFollowed || told.kind === "transferred" ? told : null;
}

/** An account is called something else: the reader's, or one whose skill they had by then. */
async function renamed(
  { reader, library, slugOf }: View,
  { account, renamed, at }: Change,
): Promise<LibraryChange | null> {
  if (renamed === null) return null;
  const isOwn = account === reader.account;
  const has = [...library.byId.values()].some((held) =>
    held.owner.id === account && held.item !== null && held.isListed && held.item.addedAt <= at &&
    mayRead(reader, held)
  );
  if (!isOwn && !has) return null;
  const owner = await slugOf(account);
  return { at, kind: "renamed", owner, name: null, isOwn, version: null, ...renamed };
}
