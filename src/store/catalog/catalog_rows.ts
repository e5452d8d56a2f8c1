/**
 * A catalog as rows of one sorted table. A key is a letter for the family, then what a row is found by.
 * Rows name each other by path and never by number, so that a row is the same in the next commit whatever
 * came and went around it.
 *
 * | family | key | row |
 * | --- | --- | --- |
 * | d | directory | folder that may be mounted; null: nothing in it is served |
 * | e | directory NUL name | child that browsing lists; keys and flags alone |
 * | f | path | file |
 * | k | path | file that its licence keeps at its source |
 * | m | path | manifest |
 * | n | skill's name NUL path | keys and flags alone |
 * | p | path NUL number | problem, numbered in the order of all |
 * | r | directory NUL name, directories with "/" | child that the skills extension gives; keys and flags alone |
 * | s | path | skill |
 */
import {
  CATALOG_LIMITS,
  type CatalogHead,
  type FileRow,
  type FolderRow,
  type SkillRow,
} from "../../../contracts/catalog_view.ts";
import type { Catalog, Diagnostic, ServedFile, Skill } from "../../../contracts/domain.ts";
import {
  baseName,
  directoryOf,
  hasInstallableName,
  isInstallable,
  isInternal,
  isListedDocument,
  isPublished,
  isResource,
  problemKind,
} from "../../format/mod.ts";
import type { Row } from "./row_table.ts";

/** Kinds of rows that are counted, so that pages of them can be found by position. */
export const KIND = {
  skill: 1 << 0,
  listed: 1 << 1,
  published: 1 << 2,
  installable: 1 << 3,
  file: 1 << 4,
  document: 1 << 5,
  invalidSkill: 1 << 6,
  browsed: 1 << 7,
  browsedFolder: 1 << 8,
  browsedSkill: 1 << 9,
  resource: 1 << 10,
  problem: 1 << 11,
  manifestProblem: 1 << 12,
  error: 1 << 13,
  leftOut: 1 << 14,
  named: 1 << 15,
  manifest: 1 << 16,
  describedOnly: 1 << 17,
} as const;

/** What rows without a value say besides; nobody counts them. */
export const MARK = {
  isFile: 1 << 18,
  isText: 1 << 19,
  lfsPointer: 1 << 20,
  nameListed: 1 << 21,
  nameInstallable: 1 << 22,
  namePublished: 1 << 23,
} as const;

export const COUNTED = MARK.isFile - 1;

/** Problems are few (`FORMAT_LIMITS.diagnostics`); their numbers are padded, to sort as they count. */
const NUMBER_DIGITS = 4;

export function headOf({ commit, partial, licence, counts, skills }: Catalog): CatalogHead {
  const root = skills.find(({ path }) => path === "SKILL.md");
  return { commit, partial, licence, counts, rootSkill: root?.name ?? null };
}

/** In the order of their keys, made family by family. */
export function* catalogRows(catalog: Catalog): Generator<Row> {
  const { skills, files, manifests, describedOnly } = catalog;
  yield* inOrder(folderRows(catalog));
  yield* inOrder(browsedRows(catalog));
  for (const file of files) yield fileRow(file, skillOf(file, skills));
  for (const { path, ...value } of describedOnly) yield { key: `k${path}`, flags: KIND.describedOnly, value };
  for (const { path, ...value } of manifests) yield { key: `m${path}`, flags: KIND.manifest, value };
  yield* inOrder(skills.map(nameRow));
  yield* inOrder(catalog.diagnostics.map(problemRow));
  yield* inOrder(resourceRows(catalog));
  for (const skill of skills) yield skillRow(skill);
}

function inOrder(rows: Iterable<Row>): readonly Row[] {
  return [...rows].sort((one, other) => one.key < other.key ? -1 : one.key > other.key ? 1 : 0);
}

function skillOf({ skill }: ServedFile, skills: readonly Skill[]): Skill | null {
  return skill === null ? null : skills[skill] ?? null;
}

function* folderRows({ folders, files, manifests, emptyDirectories }: Catalog): Generator<Row> {
  for (const folder of folders) {
    const manifest = folder.manifest === null ? undefined : manifests[folder.manifest];
    const readme = folder.overview === null ? undefined : files[folder.overview];
    const value: Omit<FolderRow, "path" | "served"> = {
      name: manifest?.name ?? null,
      description: manifest?.description ?? readme?.summary ?? null,
      manifestPath: manifest?.path ?? null,
      overview: readme === undefined
        ? null
        : { path: readme.path, title: readme.title, summary: readme.summary },
      counts: folder.counts,
    };
    yield { key: `d${folder.path}`, flags: 0, value };
  }
  for (const path of emptyDirectories) yield { key: `d${path}`, flags: 0, value: null };
}

function* browsedRows({ folders, files, skills }: Catalog): Generator<Row> {
  for (const { path: directory, entries } of folders) {
    const row = (name: string, flags: number): Row => ({
      key: `e${directory}\0${name}`,
      flags: KIND.browsed | flags,
      value: null,
    });
    for (const entry of entries) {
      switch (entry.kind) {
        case "folder":
          yield row(baseName(entry.path), KIND.browsedFolder);
          break;
        case "skill": {
          const skill = skills[entry.skill];
          if (skill === undefined) break;
          const isOwn = skill.directory === directory;
          const name = baseName(isOwn ? skill.path : skill.directory);
          yield row(name, KIND.browsedSkill | (isOwn ? MARK.isFile : 0));
          break;
        }
        case "file": {
          const file = files[entry.file];
          if (file !== undefined) yield row(baseName(file.path), MARK.isFile);
        }
      }
    }
  }
}

/** Every file that a read gives, and every directory that holds a served one. */
function* resourceRows({ files, skills }: Catalog): Generator<Row> {
  const known = new Set<string>([""]);
  for (const file of files) {
    const { path } = file;
    const flags = KIND.resource | MARK.isFile | (file.characters === null ? 0 : MARK.isText) |
      (file.lfsPointer ? MARK.lfsPointer : 0);
    if (isResource(file, skillOf(file, skills))) {
      yield { key: `r${directoryOf(path)}\0${baseName(path)}`, flags, value: null };
    }
    for (let directory = directoryOf(path); !known.has(directory); directory = directoryOf(directory)) {
      known.add(directory);
      // With its "/" a directory stands where its files do.
      const key = `r${directoryOf(directory)}\0${baseName(directory)}/`;
      yield { key, flags: KIND.resource, value: null };
    }
  }
}

function fileRow(file: ServedFile, skill: Skill | null): Row {
  const { path, skill: _, ...rest } = file;
  return {
    key: `f${path}`,
    flags: KIND.file | (isListedDocument(file, skill) ? KIND.document : 0) |
      (file.kind === "invalid_skill" ? KIND.invalidSkill : 0),
    value: { ...rest, skill: skill?.path ?? null } satisfies Omit<FileRow, "path">,
  };
}

function skillRow(skill: Skill): Row {
  const { path, ...rest } = skill;
  return {
    key: `s${path}`,
    flags: KIND.skill | (skill.unlisted === null ? KIND.listed : 0) |
      (isPublished(skill) ? KIND.published : 0) | (isInstallable(skill) ? KIND.installable : 0),
    value: {
      ...rest,
      files: skill.files.slice(0, CATALOG_LIMITS.skillFiles),
      fileCount: skill.files.length,
    } satisfies Omit<SkillRow, "path">,
  };
}

function nameRow(skill: Skill): Row {
  return {
    key: `n${skill.name}\0${skill.path}`,
    flags: KIND.named | (skill.unlisted === null ? MARK.nameListed : 0) |
      (isInstallable(skill) && hasInstallableName(skill) && !isInternal(skill) ? MARK.nameInstallable : 0) |
      (isPublished(skill) ? MARK.namePublished : 0),
    value: null,
  };
}

const PROBLEM_KINDS = { manifest: KIND.manifestProblem, error: KIND.error, left_out: KIND.leftOut } as const;

function problemRow(diagnostic: Diagnostic, number: number): Row {
  const { path, ...value } = diagnostic;
  const kind = problemKind(diagnostic);
  return {
    key: `p${path}\0${String(number).padStart(NUMBER_DIGITS, "0")}`,
    flags: KIND.problem | (kind === null ? 0 : PROBLEM_KINDS[kind]),
    value,
  };
}
