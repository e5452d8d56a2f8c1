import { CATALOG_TOOL_INPUTS, type CatalogToolName } from "../../../contracts/mcp/catalog_tools.ts";
import { SKILL_TOOL_ERRORS } from "../../../contracts/mcp/skill_tools.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Caller } from "../../../contracts/library/access.ts";
import {
  CATALOG_PAGES,
  type CatalogCard,
  type CatalogPage,
  type PublicCatalog,
} from "../../../contracts/library/public_catalog.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { contentOf, described, refused, statsOf, textTool, timeOf } from "../keyed/tool_text.ts";
import type { ToolText } from "../protocol/mod.ts";

const { discover_skills, search_skills, get_skill, get_skill_file } = CATALOG_TOOL_INPUTS;

const RUN: Readonly<Record<CatalogToolName, (given: unknown, catalog: PublicCatalog) => Promise<ToolText>>> =
  {
    discover_skills: textTool(
      "discover_skills",
      discover_skills,
      async (
        catalog: PublicCatalog,
        { sort = "installs", owner = null, limit = CATALOG_PAGES.discover.usual, cursor = null },
      ) => told(await catalog.discover({ sort, owner, limit, cursor })),
    ),

    search_skills: textTool(
      "search_skills",
      search_skills,
      async (
        catalog: PublicCatalog,
        { query, limit = CATALOG_PAGES.search.usual, cursor = null },
      ) => told(await catalog.search({ query, limit, cursor })),
    ),

    get_skill: textTool("get_skill", get_skill, async (catalog: PublicCatalog, skill) => {
      const found = await catalog.skill(skill);
      return found.ok ? success({ value: described({ ...found.value, visibility: "global" }) }) : found;
    }),

    get_skill_file: textTool(
      "get_skill_file",
      get_skill_file,
      async (catalog: PublicCatalog, { path, ...skill }) => {
        const found = await catalog.file(skill, path);
        return found.ok ? success(contentOf(found.value)) : found;
      },
    ),
  };

/** Answers a call with one text, also for who may not ask. */
export async function callTool(
  name: CatalogToolName,
  given: unknown,
  caller: Result<Caller, Failure>,
  catalog: PublicCatalog,
): Promise<ToolText> {
  return caller.ok ? await RUN[name](given, catalog) : refused({ error: SKILL_TOOL_ERRORS.unauthorized });
}

function told(page: Result<CatalogPage, Failure>) {
  if (!page.ok) return page;
  const { skills, nextCursor } = page.value;
  return success({ value: { skills: skills.map(toldCard), nextCursor } });
}

/** In the order of the contract. */
function toldCard({ owner, name, version, description, license, stats, publishedAt }: CatalogCard) {
  return {
    owner,
    name,
    version,
    description,
    license,
    stats: statsOf(stats),
    publishedAt: timeOf(publishedAt),
  };
}
