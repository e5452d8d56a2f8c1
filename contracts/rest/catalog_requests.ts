/** What a program may ask of the catalog over REST (docs/design/catalog.md "REST"). */
import { z } from "zod";
import { CATALOG_PAGES, CATALOG_SORTS } from "../library/public_catalog.ts";
import { MCP_LIMITS } from "../limits.ts";
import { LIBRARY_QUERIES } from "./library_requests.ts";

const { discover, search, changes, query } = CATALOG_PAGES;

/** More than any server counts to, and a number that every language holds. */
const MOST_CHANGES = 1_000_000_000_000_000;

const cursor = z.string().min(1).max(MCP_LIMITS.cursor).optional()
  .describe("nextCursor of the page before, with the same other arguments");

export const CATALOG_QUERIES = {
  discover: z.strictObject({
    sort: z.enum(CATALOG_SORTS).default("installs")
      .describe("installs: the most installed first; newest: the last published first; name: by name"),
    owner: z.string().min(1).max(39).optional().describe("Slug of an account: its skills alone"),
    cursor,
    limit: z.int().min(1).max(discover.most).default(discover.usual).describe("Skills a page"),
  }),
  search: z.strictObject({
    query: z.string().min(1).max(query).describe("What the skill should do, or its name"),
    cursor,
    limit: z.int().min(1).max(search.most).default(search.usual).describe("Skills a page"),
  }),
  changes: z.strictObject({
    after: z.int().min(0).max(MOST_CHANGES).default(0).describe("last of the answer before"),
    limit: z.int().min(1).max(changes.most).default(changes.usual).describe("Changes a page"),
  }),
  version: z.strictObject({ version: LIBRARY_QUERIES.bytes.shape.version }),
  archive: LIBRARY_QUERIES.archive.omit({ state: true }),
} as const;
