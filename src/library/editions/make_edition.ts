import type { Clock } from "../../../contracts/ambient.ts";
import type {
  Edition,
  EditionLease,
  MovedSkill,
  SegmentRecord,
} from "../../../contracts/library/editions.ts";
import type { Change } from "../../../contracts/library/skills.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { skillPages } from "../skills/skill_pages.ts";
import { catalogEntries, type CatalogEntriesDeps } from "./catalog_entries.ts";
import { mergeStored, writeSegment, type WriteSegmentDeps } from "./write_segment.ts";

export interface MakeEditionDeps extends CatalogEntriesDeps, WriteSegmentDeps {
  readonly clock: Pick<Clock, "now">;
}

/** What a run did. `more`: there is more to do, or another process was faster. `unreadable`: it has to be made from the beginning. */
export type Made = "made" | "more" | "nothing" | "unreadable" | "lost";

/** Long enough for a batch and for the largest merge; it is renewed before each. */
export const LEASE_MS = 120_000;

/** Skills of one segment as it is first written: their texts are in memory together. */
const BATCH = 256;
const FEED_BATCH = 500;

/** Segments of one batch that are merged at a time. */
const FAN_IN = 16;

/** How much larger than what comes behind it a segment is at least. */
const RATIO = 10;

/** Rows of the feed that are nobody's business are noted as seen from so many on. */
const WORTH_NOTING = 2000;

/** What changed since the last edition goes into the next one (docs/design/catalog.md "Editions"). */
export async function makeEdition(deps: MakeEditionDeps, lease: EditionLease): Promise<Made> {
  const { editions } = deps;
  const before = await editions.current();
  if (before === null) return "unreadable";
  const { changed, feed, isAll } = await changedSince(deps, before.feed);
  const moved = await editions.moved(BATCH);
  const skills = [...new Set([...changed, ...moved.map(({ skill }) => skill)])];
  if (skills.length === 0) {
    if (feed - before.feed < WORTH_NOTING) return isAll ? "nothing" : "more";
    return await editions.publish(next(deps, before, feed, before.segments), before) ? "made" : "more";
  }
  const segments = [...before.segments];
  for (let at = 0; at < skills.length; at += BATCH) {
    if (!await lease.renew(LEASE_MS)) return "lost";
    segments.push(await writeSegment(deps, before, await catalogEntries(deps, skills.slice(at, at + BATCH))));
  }
  const merged = await merge(deps, lease, before, segments);
  if (typeof merged === "string") return merged;
  return await publish(deps, before, next(deps, before, feed, merged), moved, isAll);
}

/** All of it anew, from the rows. What is listed meanwhile goes by the edition before. */
export async function rebuildEdition(deps: MakeEditionDeps, lease: EditionLease): Promise<Made> {
  const { editions, skills } = deps;
  const before = await editions.current();
  const feed = await skills.feedHead();
  const moved = await editions.moved(BATCH);
  let segments: SegmentRecord[] = [];
  let batches = 0;
  for await (const rows of skillPages(skills, BATCH)) {
    if (!await lease.renew(LEASE_MS)) return "lost";
    const { entries, listed } = await catalogEntries(deps, rows.map(({ id }) => id));
    const found = { entries: entries.filter(({ skill }) => skill !== null), listed, gone: [] };
    segments.push(await writeSegment(deps, before, found));
    if (++batches % FAN_IN !== 0) continue;
    const [merged] = await mergeInto(deps, before, segments.slice(-FAN_IN), false);
    if (merged === undefined) return "unreadable";
    segments = [...segments.slice(0, -FAN_IN), merged];
  }
  while (segments.length > 1) {
    if (!await lease.renew(LEASE_MS)) return "lost";
    const [merged] = await mergeInto(deps, before, segments.slice(0, FAN_IN), true);
    if (merged === undefined) return "unreadable";
    segments = [merged, ...segments.slice(FAN_IN)];
  }
  return await publish(deps, before, next(deps, before, feed, segments), moved, false);
}

function next(
  { clock }: MakeEditionDeps,
  before: Edition | null,
  feed: number,
  segments: readonly SegmentRecord[],
): Edition {
  return { number: (before?.number ?? 0) + 1, feed, segments, madeAt: clock.now() };
}

async function publish(
  { editions }: MakeEditionDeps,
  before: Edition | null,
  edition: Edition,
  moved: readonly MovedSkill[],
  isAll: boolean,
): Promise<Made> {
  if (!await editions.publish(edition, before)) return "more";
  await editions.settle(moved);
  await editions.collect(edition, before);
  return isAll && moved.length < BATCH ? "made" : "more";
}

/** The skills that the feed tells of behind `after`; about as many as one segment holds. */
async function changedSince({ skills }: MakeEditionDeps, after: number) {
  const changed = new Set<SkillId>();
  let feed = after;
  while (true) {
    const changes = await skills.changes(feed, FEED_BATCH);
    for (const change of changes) {
      for (const skill of await concerned(skills, change)) changed.add(skill);
      feed = change.sequence;
      if (changed.size >= BATCH) return { changed, feed, isAll: false };
    }
    if (changes.length < FEED_BATCH) return { changed, feed, isAll: true };
    if (feed - after >= WORTH_NOTING) return { changed, feed, isAll: false };
  }
}

async function concerned(
  skills: MakeEditionDeps["skills"],
  { kind, account, skill, listing }: Change,
): Promise<readonly SkillId[]> {
  if (kind === "account") return await skills.ownSkills(account);
  // Of what only waits nothing is listed otherwise.
  return skill === null || listing === "outside" || kind === "draft" || kind === "held" ? [] : [skill];
}

/** Merges from the newest on, as long as what is before is not much larger. */
async function merge(
  deps: MakeEditionDeps,
  lease: EditionLease,
  before: Edition,
  segments: readonly SegmentRecord[],
): Promise<readonly SegmentRecord[] | Made> {
  let first = segments.length - 1;
  let rows = segments[first]?.rows ?? 0;
  for (; first > 0 && rows * RATIO > (segments[first - 1]?.rows ?? 0); first--) {
    rows += segments[first - 1]?.rows ?? 0;
  }
  if (first === segments.length - 1) return segments;
  if (!await lease.renew(LEASE_MS)) return "lost";
  const merged = await mergeInto(deps, before, segments.slice(first), first === 0);
  return merged.length === 0 ? "unreadable" : [...segments.slice(0, first), ...merged];
}

/** Empty: one of them was written by another version. */
async function mergeInto(
  deps: MakeEditionDeps,
  before: Edition | null,
  segments: readonly SegmentRecord[],
  isOldest: boolean,
): Promise<readonly SegmentRecord[]> {
  const merged = await mergeStored(deps, before, segments, isOldest);
  return merged === null ? [] : [merged];
}
