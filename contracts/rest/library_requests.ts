/** What a program may ask of accounts and their library over REST (docs/design/library-rest.md "Account answers"). */
import { z } from "zod";
import { LINK_HOURS } from "../library/install_links.ts";
import { STARS } from "../library/ratings.ts";
import { LONGEST_REPORT } from "../library/reports.ts";
import { ADDRESS_LIMITS, LIBRARY_REST_LIMITS, MCP_LIMITS } from "../limits.ts";

const { list, audit, changes: changed, notes, reason } = LIBRARY_REST_LIMITS;

const owner = z.string().min(1).max(39).describe("Slug of the account that published it");
const name = z.string().min(1).max(64).describe("Of the skill");
const label = z.string().min(1).max(64).describe("Of a version");
const cursor = z.string().min(1).max(MCP_LIMITS.cursor).optional().describe("nextCursor of the page before");
const visibility = z.enum(["private", "global"]);
const acknowledge = z.string().min(1).max(200)
  .describe("Findings that the publisher knows of, separated by commas, as possible_secret");
const changes = z.string().max(notes).describe("What changed. At most 2 KiB");
const flag = z.enum(["0", "1"]);

const state = z.enum(["all"]).optional()
  .describe("Its owner's drafts, archived, held and flagged skills too");
const version = label.optional().describe("The version's label; the current version when left out");

/** What paths name. */
export const LIBRARY_PATHS = {
  skill: z.strictObject({ owner, name }),
  version: z.strictObject({ owner, name, label }),
  link: z.strictObject({ id: z.string().length(64).regex(/^[0-9a-f]+$/).describe("Of an install link") }),
  file: z.strictObject({
    owner,
    name,
    path: z.string().min(1).max(ADDRESS_LIMITS.path)
      .describe("From the skill's directory. Its slashes may stand as they are"),
  }),
} as const;

export const LIBRARY_QUERIES = {
  none: z.strictObject({}),
  audit: z.strictObject({
    order: z.enum(["oldest", "newest"]).default("oldest").describe("What comes first"),
    cursor,
    limit: z.int().min(1).max(audit.max).default(audit.default).describe("Rows a page"),
  }),
  changes: z.strictObject({
    cursor,
    limit: z.int().min(1).max(changed.max).default(changed.default).describe("Changes a page"),
  }),
  list: z.strictObject({
    include: z.enum(["files"]).optional().describe("The files of each skill"),
    state,
    cursor,
    limit: z.int().min(1).max(list.max).default(list.default).describe("Skills a page"),
  }),
  skill: z.strictObject({ state }),
  bytes: z.strictObject({ version, state }),
  archive: z.strictObject({
    version,
    state,
    format: z.enum(["zip", "tar.gz"]).default("zip").describe("Of the archive"),
    layout: z.enum(["flat", "folder"]).default("flat")
      .describe("flat: SKILL.md at the root; folder: everything in a directory named after the skill"),
  }),
  remove: z.strictObject({
    delete: z.enum(["1"]).optional().describe("An own skill, for good"),
    draft: z.enum(["1"]).optional().describe("The draft of an own skill alone"),
  }),
} as const;

const fileParts = {
  files: z.array(z.file()).optional().describe("A file each, whose file name is its path in the skill"),
  archive: z.file().optional().describe("All files in one zip, tar or tar.gz instead"),
};

const paths = z.string().optional()
  .describe("A JSON array of paths, one for each file in order, where file names have no directories");

const published = {
  visibility: visibility.optional().describe("Of a new skill; private when left out"),
  dryRun: flag.optional().describe("1: tells what would happen, and writes nothing"),
  acknowledge: acknowledge.optional(),
  notes: changes.optional(),
};

/** The fields of a form that publishes. */
export const PUBLISH_FIELDS = z.strictObject({
  ...published,
  draft: flag.optional().describe("1: keeps it as the skill's draft"),
  paths,
});

export const VERSION_FIELDS = z.strictObject({
  ...published,
  version: label.describe("Of the new version: [0-9A-Za-z][0-9A-Za-z.+_-]{0,63}, not latest"),
  current: flag.optional().describe("0: the current version stays, as when an older line is mended"),
  paths,
});

/** The same with the files, as the document describes them. */
export const PUBLISH_FORM = PUBLISH_FIELDS.extend(fileParts);
export const VERSION_FORM = VERSION_FIELDS.extend(fileParts);

export const DRAFT_PUBLICATION = z.strictObject({
  visibility: visibility.optional().describe("Of a new skill; private when left out"),
  version: label.optional().describe("Of the new version"),
  acknowledge: acknowledge.optional(),
  notes: changes.optional(),
});

export const LIBRARY_REFERENCE = z.strictObject({
  owner,
  name,
  version: label.optional().describe("Keeps this version whatever is published"),
});

export const INSTALL_LINK = z.strictObject({
  library: z.literal(true).optional().describe("Opens the whole library, as it is at the time"),
  skills: z.array(z.string().min(3).max(104)).min(1).max(100).optional()
    .describe("Opens these skills of the library alone, each as owner/name"),
  hours: z.int().min(1).max(LINK_HOURS.most).optional().describe("How long it works; one hour when left out"),
});

export const SKILL_REPORT = z.strictObject({
  reason: z.string().min(1).max(LONGEST_REPORT).describe("What is wrong with the skill, and where"),
  version: label.optional().describe("The version that it is about"),
});

export const SKILL_CHANGE = z.strictObject({
  pin: label.nullable().optional()
    .describe("Alone. Keeps this version in the library whatever is published; null: the current one again"),
  rating: z.literal(STARS).nullable().optional()
    .describe("Alone. What whoever asks makes of the skill, the worst is 1; null: nothing any more"),
  owner: owner.optional()
    .describe("Alone. Follows the account that the skill was given to, by the slug of who has it now"),
  visibility: visibility.optional(),
  state: z.enum(["published", "archived"]).optional(),
  current: label.nullable().optional().describe("Makes this version current; null: the newest again"),
  acknowledge: acknowledge.optional(),
});

export const VERSION_CHANGE = z.strictObject({
  yanked: z.boolean().describe("true: it is never current; it is still read by its label"),
  reason: z.string().max(reason).optional().describe("Why, for who reads it"),
});
