import type { Failure } from "../../../contracts/errors.ts";
import type { SkillReference } from "../../../contracts/library/library.ts";
import type { PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { SearchIndex } from "../../../contracts/search_index.ts";
import type { HeldSkill } from "../reading/account_library.ts";
import { accountOf, findVersion, seenVersions } from "../reading/find_skill.ts";
import { type ReadSkillDeps, skillFile, skillFiles } from "../reading/read_skill.ts";
import { sourceOf } from "../reading/source_of.ts";
import { type CatalogCardDeps, catalogDetails } from "./catalog_card.ts";
import { catalogChanges } from "./catalog_changes.ts";
import { cursorAfter, readCursor } from "./catalog_cursor.ts";
import { asEverybodyHasIt, findListed } from "./listed_skills.ts";
import { compareKeys, keyOf, makeEdition } from "./_memory_edition.ts";

export interface PublicCatalogDeps extends CatalogCardDeps, ReadSkillDeps {
  readonly search: SearchIndex;
}

/** The catalog as everybody has it: one for all surfaces. */
export function createPublicCatalog(deps: PublicCatalogDeps): PublicCatalog {
  /** What `read` makes of a listed skill. Fails with `skill.not_found`. */
  async function of<Value, Refusal extends Failure>(
    skill: SkillReference,
    read: (held: HeldSkill) => Promise<Result<Value, Refusal>>,
  ): Promise<Result<Value, Failure | Refusal>> {
    const found = await findListed(deps, skill);
    return found.ok ? await read(asEverybodyHasIt(found.value)) : found;
  }

  return {
    async discover({ sort, owner, limit, cursor }) {
      const question = ["discover", sort, owner?.toLowerCase() ?? null];
      const after = readCursor(question, cursor);
      if (!after.ok) return after;
      const account = owner === null ? null : await accountOf(deps, owner.toLowerCase());
      if (owner !== null && account === null) return success({ skills: [], nextCursor: null });
      const { cards } = await makeEdition(deps);
      const behind = cards
        .filter((card) => account === null || card.owner === account.slug)
        .map((card) => ({ card, key: keyOf(sort, card) }))
        .sort((one, other) => compareKeys(one.key, other.key))
        .filter(({ key }) => after.value === null || compareKeys(key, after.value) > 0);
      const page = behind.slice(0, limit);
      const last = page.at(-1);
      const isMore = last !== undefined && behind.length > page.length;
      return success({
        skills: page.map(({ card }) => card),
        nextCursor: isMore ? cursorAfter(question, last.key) : null,
      });
    },

    async search({ query, limit, cursor }) {
      const question = ["search", query];
      const after = readCursor(question, cursor);
      if (!after.ok) return after;
      const { reader, byPath } = await makeEdition(deps);
      const start = Number(after.value?.[0] ?? 0);
      const hits = reader?.search(query, "" as never).hits ?? [];
      const page = hits.slice(start, start + limit);
      return success({
        skills: page.flatMap(({ path }) => byPath.get(path) ?? []),
        nextCursor: hits.length > start + limit ? cursorAfter(question, [start + limit]) : null,
      });
    },

    featured: () => Promise.resolve([]),
    changes: (after, most) => catalogChanges(deps, after, most),

    async skill(skill, label) {
      const found = await findListed(deps, skill);
      return found.ok ? await catalogDetails(deps, found.value, label) : found;
    },

    file: (skill, path, label) => of(skill, (held) => skillFile(deps, held, path, "library", label)),
    files: (skill, label) => of(skill, (held) => skillFiles(deps, held, "library", label)),
    versions: (skill) => of(skill, async (held) => success(await seenVersions(deps, held))),

    version: (skill, label) =>
      of(skill, async (held) => {
        const found = await findVersion(deps, held, "library", label);
        if (!found.ok) return found;
        return found.value.row === null ? failure({ code: "version.not_found" }) : success(found.value.row);
      }),

    source: (skill, { raw, label }) => of(skill, (held) => sourceOf(deps, held, raw, label)),
  };
}
