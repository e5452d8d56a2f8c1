import type { CatalogEntry } from "../../../contracts/library/catalog_search.ts";
import type { InstallStore } from "../../../contracts/library/installs.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { SkillId, VersionDocument } from "../../../contracts/library/versions.ts";
import { accountRoot, type ContentStore } from "../../../contracts/snapshots.ts";
import { decodeText } from "../../format/mod.ts";
import { isDescribedOnly } from "../reading/find_skill.ts";
import { type FoundListed, listedNow, type ListedSkillsDeps } from "../public_catalog/listed_skills.ts";
import type { OrderedSkill } from "./order_key.ts";

export interface CatalogEntriesDeps extends ListedSkillsDeps {
  readonly skills: SkillStore;
  readonly installs: Pick<InstallStore, "installs">;
  readonly contents: Pick<ContentStore, "read">;
}

/** Skills as a segment has them. */
export interface CatalogEntries {
  /** By id. */
  readonly entries: readonly CatalogEntry[];
  readonly listed: readonly OrderedSkill[];
  readonly gone: readonly SkillId[];
}

/** Skills that are read at a time, each with its text. */
const AT_ONCE = 16;

/** Of a text, so many bytes are decoded: search reads 16 KiB, and a character takes up to four. */
const TEXT_BYTES = 64 * 1024;

/** What is to be found of these skills, and in which place, as their rows are now. */
export async function catalogEntries(
  deps: CatalogEntriesDeps,
  skills: readonly SkillId[],
): Promise<CatalogEntries> {
  const ids = [...new Set(skills)].sort();
  const found = await listedNow(deps, ids);
  const installs = await Promise.all(ids.map((id) => deps.installs.installs(id)));
  const entries: CatalogEntry[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    entries.push(
      ...await Promise.all(
        ids.slice(at, at + AT_ONCE).map(async (id, index): Promise<CatalogEntry> => {
          const listed = found.get(id);
          return {
            id,
            skill: listed === undefined ? null : await entryOf(deps, listed, installs[at + index] ?? 0),
          };
        }),
      ),
    );
  }
  const listed = ids.flatMap((id, at): readonly OrderedSkill[] => {
    const { skill, owner } = found.get(id) ?? { skill: null, owner: null };
    if (skill === null || owner === null) return [];
    const { account, name, publishedAt } = skill;
    return [{ skill: id, account, owner: owner.slug, name, installs: installs[at] ?? 0, publishedAt }];
  });
  return { entries, listed, gone: ids.filter((id) => !found.has(id)) };
}

async function entryOf(
  deps: CatalogEntriesDeps,
  { skill, owner }: FoundListed,
  installs: number,
): Promise<CatalogEntry["skill"]> {
  const { open } = skill;
  const row = await deps.skills.version(skill.id, open.sequence);
  const document = await deps.skills.document(skill.account, open.document);
  const isClosed = document === null || isDescribedOnly({ isOwn: false, owner }, open);
  const text = isClosed ? { headings: [], body: "" } : await textOf(deps, skill.account, document);
  return {
    digest: open.digest,
    verified: owner.verified,
    isProved: row !== null && row.provenance.kind !== "upload" && row.provenance.source === "matches",
    installs,
    publishedAt: skill.publishedAt,
    name: skill.name,
    description: open.description,
    language: null,
    ...text,
  };
}

async function textOf(
  { contents }: CatalogEntriesDeps,
  account: FoundListed["skill"]["account"],
  { searchable }: VersionDocument,
) {
  const main = searchable.find(({ path }) => path === "SKILL.md");
  const bytes = main?.body ? await contents.read(accountRoot(account), main.body.content) : null;
  const start = main?.body?.start ?? 0;
  const body = bytes === null ? null : decodeText(beginningOf(bytes.subarray(start)));
  return { headings: main?.headings ?? [], body: body ?? "" };
}

/** Ends between two characters. */
function beginningOf(bytes: Uint8Array): Uint8Array {
  let end = Math.min(bytes.byteLength, TEXT_BYTES);
  while (end < bytes.byteLength && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
