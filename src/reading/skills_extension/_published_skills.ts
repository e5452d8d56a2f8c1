import type { Rows, SkillRow } from "../../../contracts/catalog_view.ts";
import type { Source } from "../../../contracts/source.ts";
import { isPublished, type PublishedSkill } from "../../format/mod.ts";

/** Of the listed skills inside the mount, in path order, `count` from `start` on. */
export async function publishedSkills(
  { view, path }: Source,
  start: number,
  count: number,
): Promise<Rows<PublishedSkill<SkillRow>>> {
  const { rows, total } = await view.skills.page({ kind: "published", below: path, start, count });
  return { rows: rows.filter(isPublished), total };
}
