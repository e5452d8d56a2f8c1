/**
 * What the REST API answers (docs/design/rest.md "REST API"): the schemas that its document publishes and
 * that its answers are typed by. Paths are repository-root paths; where something may be absent it is null.
 */
import { z } from "zod";
import { type ErrorCode, ERRORS } from "../errors.ts";
import {
  count,
  DIAGNOSTIC,
  diagnostics,
  FOLDER,
  folder,
  identity,
  INTRODUCTION,
  LICENCE,
  maybe,
  named,
  partial,
  path,
  serving,
  SOURCE,
  text,
  unlisted,
  WARNING,
} from "./answer_parts.ts";

type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Frozen<Item>[]
  : Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
  : Value;

/** An answer as a program makes it. */
export type AnswerOf<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

const OR_MORE = "The file has so many bytes or more: its host did not tell";
const least = z.boolean().describe(OR_MORE);

const ENTRY = named(
  "Entry",
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("folder"), ...folder }),
    z.strictObject({
      kind: z.literal("skill"),
      path: path.describe("Its SKILL.md"),
      browsePath: path.describe("The directory that holds it"),
      name: text,
      description: text,
      licence: LICENCE.nullable(),
      serving,
      unlisted,
      duplicateOf: path.nullable(),
      overviewPath: path.nullable(),
      files: count,
      nestedSkills: count,
    }),
    z.strictObject({
      kind: z.literal("file"),
      path,
      role: z.enum(["skill", "manifest", "supporting", "document", "linked", "overview", "invalid_skill"]),
      size: count.describe("Bytes"),
      least,
      title: maybe,
      summary: maybe,
      readable: z.enum(["yes", "too_large", "not_text"]),
      problem: WARNING.nullable().describe("Why a SKILL.md is not a skill"),
    }),
  ]),
);

const ITEM = named(
  "SearchItem",
  z.strictObject({
    kind: z.enum(["skill", "file"]),
    path,
    title: maybe,
    description: maybe,
    describedOnly: LICENCE.nullable().describe("The licence that keeps a skill's content at its source"),
    unlisted,
    match: z.strictObject({
      field: z.enum(["name", "description", "heading", "path", "body"]),
      path: path.describe("The file that matched best"),
      excerpt: maybe,
    }),
    files: z.array(path).describe("Files of a skill that match too, best first"),
    moreFiles: count,
  }),
);

const SECTION = named(
  "Section",
  z.strictObject({
    kind: z.enum(["rules", "instructions", "include"]),
    path,
    text: text.describe("What this page holds of it"),
    begins: z.boolean().describe("Whether its start is on this page"),
    ends: z.boolean().describe("Whether its end is on this page"),
  }),
);

const page = {
  start: count.describe("Position of the first one"),
  total: count,
  nextCursor: maybe.describe("Continues this request; null on the last page"),
};

const ready = { status: z.literal("ready"), source: SOURCE, partial };
const indexing = {
  status: z.literal("indexing"),
  retryAfterSeconds: count,
  progress: named(
    "Progress",
    z.strictObject({
      stage: z.enum(["listing", "fetching", "reading"]),
      done: count.describe("Files that the stage is done with"),
      total: count.describe("Files that it takes, as far as is known yet: it may grow"),
    }),
  ).nullable().describe("Null where it is not known, as while the commit waits"),
};
const failed = {
  status: z.literal("failed"),
  reason: maybe,
  retryAfterSeconds: count.nullable().describe("Null: it is not tried again by itself"),
};

/** Instead of what was asked for, while its commit is not ready. */
const NOT_READY = [
  named("Indexing", z.strictObject({ ...indexing, source: SOURCE })),
  named("Failed", z.strictObject({ ...failed, source: SOURCE })),
] as const;

const repository = {
  ...identity,
  host: text,
  owner: text,
  name: text,
  defaultBranch: maybe,
  description: maybe,
  visibility: z.enum(["public", "private"]),
};

const MANIFEST = named(
  "Manifest",
  z.strictObject({
    path,
    name: text,
    description: text,
    language: maybe,
    image: maybe.describe("A file of the repository or an https URL"),
    licence: maybe.describe("As declared"),
  }),
);

const LISTED_SKILL = named(
  "ListedSkill",
  z.strictObject({ path, name: text, description: text, licence: LICENCE.nullable(), serving }),
);

const LISTED_DOCUMENT = named(
  "ListedDocument",
  z.strictObject({ path, title: maybe, summary: maybe, size: count.describe("Bytes"), least }),
);

export const MOUNT_ANSWER = named(
  "Mount",
  z.discriminatedUnion("status", [
    z.strictObject({
      status: z.literal("ready"),
      ...repository,
      partial,
      manifest: MANIFEST.nullable().describe("Of the mounted directory"),
      overview: INTRODUCTION.nullable().describe("The README of the mounted directory"),
      licence: LICENCE.nullable().describe("Of what lies outside skills"),
      counts: z.strictObject({
        skills: count,
        documents: count,
        invalidSkills: count.describe("SKILL.md files that are no skills"),
      }),
      uriPrefix: text.describe("What the skills extension's URIs start with"),
      skills: z.array(LISTED_SKILL),
      moreSkills: count,
      documents: z.array(LISTED_DOCUMENT),
      moreDocuments: count,
      ...diagnostics,
    }),
    z.strictObject({ ...indexing, ...repository }),
    z.strictObject({ ...failed, ...repository }),
  ]),
);

export const BROWSE_ANSWER = named(
  "FolderPage",
  z.discriminatedUnion("status", [
    z.strictObject({ ...ready, folder: FOLDER, entries: z.array(ENTRY), ...page, ...diagnostics }),
    ...NOT_READY,
  ]),
);

export const SEARCH_ANSWER = named(
  "SearchPage",
  z.discriminatedUnion("status", [
    z.strictObject({
      ...ready,
      query: text,
      scope: path.describe("The directory that was searched"),
      items: z.array(ITEM),
      ...page,
      ...diagnostics,
    }),
    ...NOT_READY,
  ]),
);

export const SKILL_ANSWER = named(
  "SkillPage",
  z.discriminatedUnion("status", [
    z.strictObject({
      ...ready,
      path,
      directory: path,
      name: text,
      description: text,
      licence: LICENCE.nullable(),
      compatibility: maybe,
      allowedTools: z.union([text, z.array(text)]).nullable().describe("As written; it grants nothing"),
      metadata: z.record(text, text).describe("Its members that are one value, as typed"),
      frontMatter: z.record(text, z.unknown()).describe("Every field that its author wrote, with its type"),
      warnings: z.array(WARNING),
      unlisted,
      duplicateOf: path.nullable(),
      unpublished: maybe.describe("Why the skills extension does not list it"),
      serving,
      sourceUrl: maybe.describe("Where a skill that is described only can be seen"),
      sections: z.array(SECTION).describe("Rules from the root down, the instructions, then the includes"),
      start: count.describe("Of this page in the context. UTF-8 bytes"),
      end: count,
      total: count,
      complete: z.boolean().describe("Everything up to the end of this page is all there is to load"),
      missing: z.array(DIAGNOSTIC).describe("Required content that cannot be had"),
      nextCursor: page.nextCursor,
      files: z.array(path).nullable().describe("Its supporting files; null but on the first page"),
      moreFiles: count,
      references: z.array(path).nullable().describe("Markdown that it links to; null but on the first page"),
      moreReferences: count,
    }),
    ...NOT_READY,
  ]),
);

export const FILE_ANSWER = named(
  "FilePage",
  z.strictObject({
    source: SOURCE,
    partial,
    path,
    offset: count.describe("Of this page in the text. Characters"),
    nextOffset: count.nullable(),
    totalLength: count,
    lfsPointer: z.boolean().describe("The text stands for a file that only Git LFS has"),
    content: text,
  }),
);

export const ERROR_ANSWER = named(
  "Error",
  z.strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
      message: text,
      details: z.strictObject({
        path: path.optional(),
        problems: z.array(DIAGNOSTIC).optional().describe("Every flaw of what was sent"),
        exactPaths: z.array(path).optional().describe("What was probably meant, best first"),
        size: count.optional().describe("Bytes"),
        least: z.literal(true).optional().describe(OR_MORE),
        sourceUrl: text.optional().describe("Where the file can be had"),
        licence: z.strictObject({ label: text, path }).optional(),
        retryAfterSeconds: count.optional(),
      }).optional(),
    }),
  }),
);

/** `/healthz`, `/readyz` and `/version` */
export const STATUS_ANSWERS = {
  alive: named("Alive", z.strictObject({ status: z.literal("ok") })),
  ready: named("ServerReady", z.strictObject({ status: z.literal("ready") })),
  version: named(
    "Version",
    z.strictObject({
      name: text,
      version: text,
      rules: text.describe("Of the rules that commits are read by"),
    }),
  ),
} as const;
