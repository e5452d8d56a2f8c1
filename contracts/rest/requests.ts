/** What a program may send to the REST surface (docs/design/rest.md "REST API"). */
import { z } from "zod";
import { ADDRESS_LIMITS, LARGEST_READ_BYTES, REST_LIMITS } from "../limits.ts";
import { USAGE_LIMITS } from "../repository_usage.ts";
import { TOOL_INPUTS } from "../mcp.ts";

/** What an operator does with the repository that an address names. */
export const TRUST_ACTIONS = ["verify", "feature", "block", "clear"] as const;

export type TrustAction = (typeof TRUST_ACTIONS)[number];

/** `POST /admin/v1/trust` */
export const TRUST_CHANGE = z.strictObject({
  action: z.enum(TRUST_ACTIONS),
  address: z.string().min(1).max(ADDRESS_LIMITS.address),
});

/** Bytes of a request's body under `/admin`. */
export const ADMIN_BODY_BYTES = 16 * 1024;

/** Bytes of an event that a git host sends. */
export const WEBHOOK_BODY_BYTES = 4 * 1024 * 1024;

const { path: directory, cursor } = TOOL_INPUTS.browse_repo.shape;
const { browse, search, read } = REST_LIMITS;

/**
 * What every path from the repository root looks like, for programs that are made from the document. Which
 * invisible characters it may not hold is not said here.
 */
const PATH = String.raw`(?!\.{1,2}(?:/|$))[^/\\\u0000-\u001f]+(?:/(?!\.{1,2}(?:/|$))[^/\\\u0000-\u001f]+)*`;

/** Regular expressions of ECMA 262, as JSON schemas have them. */
export const PATTERNS = {
  address: "^[^/?#]+(?:/[^/?#]+){2,}$",
  /** A file. */
  path: `^${PATH}$`,
  /** A directory; the root is empty. */
  directory: `^(?:${PATH})?$`,
} as const;

/** The parameters of a read, by the first segment of its route under `/api/v1`. */
export const REST_QUERIES = {
  browse: z.strictObject({
    path: directory,
    cursor,
    limit: z.int().min(1).max(browse.max).default(browse.default).describe("Entries a page"),
  }),
  search: TOOL_INPUTS.search_repo.extend({
    limit: z.int().min(1).max(search.max).default(search.default).describe("Results a page"),
  }),
  skills: TOOL_INPUTS.load_skill,
  files: TOOL_INPUTS.read_repo_file.extend({
    offset: z.int().min(0).max(LARGEST_READ_BYTES).default(0).describe("Characters to skip"),
    limit: z.int().min(1).max(read.max).default(read.default).describe("Characters at most"),
  }),
  diff: z.strictObject({
    from: z.string().min(1).max(ADDRESS_LIMITS.address).optional().describe(
      "The branch, tag or commit to compare with; omit for the default branch",
    ),
    path: directory.describe("Only that directory or file; omit for all that is mounted"),
  }),
  usage: z.strictObject({
    days: z.int().min(1).max(USAGE_LIMITS.days.max).default(USAGE_LIMITS.days.default).describe(
      "How many days, with today as the last",
    ),
    path: directory.describe(
      "Only that directory, or the skill of that SKILL.md; omit for all that is mounted",
    ),
  }),
  raw: TOOL_INPUTS.read_repo_file.pick({ path: true }),
  archive: TOOL_INPUTS.load_skill.pick({ path: true }).extend({
    format: z.enum(["zip", "tar.gz"]).default("zip").describe("Of the archive"),
  }),
  /** `mounts`, `refresh`, `badge` */
  none: z.strictObject({}),
} as const;

export type ArchiveFormat = z.output<typeof REST_QUERIES.archive>["format"];
