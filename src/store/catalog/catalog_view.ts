import type {
  BrowsedChild,
  CatalogHead,
  CatalogView,
  FileRow,
  FolderRow,
  NamedSkill,
  PathTable,
  ProblemKind,
  ResourceChild,
  Rows,
  SkillRow,
} from "../../../contracts/catalog_view.ts";
import type { RepoPath } from "../../../contracts/addresses.ts";
import type { DescribedOnlyFile, Diagnostic, Manifest } from "../../../contracts/domain.ts";
import { KIND, MARK } from "./catalog_rows.ts";
import type { KeyRange, Row, RowPage, RowTable } from "./row_table.ts";

const SKILLS = {
  any: KIND.skill,
  listed: KIND.listed,
  published: KIND.published,
  installable: KIND.installable,
};
const FILES = { any: KIND.file, document: KIND.document, invalid_skill: KIND.invalidSkill };
const BROWSED = { any: KIND.browsed, folder: KIND.browsedFolder, skill: KIND.browsedSkill };
const PROBLEMS: Readonly<Record<ProblemKind, number>> = {
  any: KIND.problem,
  manifest: KIND.manifestProblem,
  error: KIND.error,
  left_out: KIND.leftOut,
};

/** The questions that are put to a catalog, as questions to its rows. */
export function catalogView(head: CatalogHead, table: RowTable): CatalogView {
  async function childrenOf(family: string, directory: RepoPath, flag: number, start: number, count: number) {
    return await table.page(rangeOf(`${family}${directory}`), flag, start, count);
  }

  return {
    ...head,
    skills: pathTable<SkillRow, keyof typeof SKILLS>(table, "s", SKILLS),
    files: pathTable<FileRow, keyof typeof FILES>(table, "f", FILES),
    folders: pathTable<FolderRow, never>(table, "d", {}),
    manifests: pathTable<Manifest, "any">(table, "m", { any: KIND.manifest }),
    describedOnly: pathTable<DescribedOnlyFile, "any">(table, "k", { any: KIND.describedOnly }),

    problems: {
      async at(kind, path, count) {
        return values<Diagnostic>(await table.page(rangeOf(`p${path}`), PROBLEMS[kind], 0, count));
      },
      async within(kind, directory, count) {
        const flag = PROBLEMS[kind];
        if (directory === "") return values(await table.page(null, flag, 0, count));
        const [at, below] = await Promise.all([
          table.page(rangeOf(`p${directory}`), flag, 0, count),
          table.page(rangeBelow("p", directory), flag, 0, count),
        ]);
        return values({
          rows: [...at.rows, ...below.rows].slice(0, count),
          total: at.total + below.total,
        });
      },
      async *each() {
        for await (const row of table.each(null, KIND.problem)) yield valueOf<Diagnostic>(row);
      },
    },

    async browsed(kind, directory, start, count) {
      const { rows, total } = await childrenOf("e", directory, BROWSED[kind], start, count);
      return { rows: rows.map((row) => browsedChild(row, directory)), total };
    },

    async resources(directory, start, count) {
      const { rows, total } = await childrenOf("r", directory, KIND.resource, start, count);
      return { rows: rows.map((row) => resourceChild(row, directory)), total };
    },

    async named(name) {
      const { rows } = await table.page(rangeOf(`n${name}`), KIND.named, 0, Infinity);
      return rows.map(({ key, flags }): NamedSkill => ({
        path: key.slice(name.length + 2) as RepoPath,
        listed: (flags & MARK.nameListed) !== 0,
        installable: (flags & MARK.nameInstallable) !== 0,
        published: (flags & MARK.namePublished) !== 0,
      }));
    },
  };
}

function pathTable<Value, Kind extends string>(
  table: RowTable,
  family: string,
  flags: Readonly<Record<Kind, number>>,
): PathTable<Value, Kind> {
  return {
    async at(path) {
      const row = await table.get(family + path);
      return row && valueOf<Value>(row);
    },
    async page({ kind, below, start, count }) {
      return values<Value>(await table.page(rangeBelow(family, below), flags[kind], start, count));
    },
    async *each(kind, below) {
      for await (const row of table.each(rangeBelow(family, below), flags[kind])) yield valueOf<Value>(row);
    },
  };
}

/** Rows of exactly this name: what follows it in their keys is behind a NUL, which no name has. */
function rangeOf(name: string): KeyRange {
  return { from: `${name}\0`, to: `${name}\x01` };
}

/** "0" is what follows "/". Below the root is everything, and of a kind only one family has rows. */
function rangeBelow(family: string, directory: RepoPath): KeyRange {
  return directory === "" ? null : { from: `${family}${directory}/`, to: `${family}${directory}0` };
}

function values<Value>({ rows, total }: RowPage): Rows<Value> {
  return { rows: rows.map(valueOf<Value>), total };
}

/** The family says what a row's value is, as `finishRow` has made it. */
function valueOf<Value>({ value }: Row): Value {
  return value as Value;
}

/** A row's value together with what its key says. */
export function finishRow(key: string, value: unknown): unknown {
  switch (key[0]) {
    case "d":
      return folderRow(key.slice(1), value);
    case "f":
    case "k":
    case "m":
    case "s":
      return Object.assign({ path: key.slice(1) }, value);
    case "p":
      return Object.assign({ path: key.slice(1, key.lastIndexOf("\0")) }, value);
    default:
      return value;
  }
}

function folderRow(path: string, value: unknown): unknown {
  if (value !== null) return Object.assign({ path, served: true }, value);
  const counts = { skills: 0, documents: 0 };
  return { path, served: false, name: null, description: null, manifestPath: null, overview: null, counts };
}

function browsedChild({ key, flags }: Row, directory: RepoPath): BrowsedChild {
  const path = pathIn(directory, key.slice(directory.length + 2));
  const isFile = (flags & MARK.isFile) !== 0;
  if ((flags & KIND.browsedFolder) !== 0) return { kind: "folder", path, directory: path };
  if ((flags & KIND.browsedSkill) === 0) return { kind: "file", path, directory };
  return isFile
    ? { kind: "skill", path, directory }
    : { kind: "skill", path: pathIn(path, "SKILL.md"), directory: path };
}

function resourceChild({ key, flags }: Row, directory: RepoPath): ResourceChild {
  const name = key.slice(directory.length + 2);
  const isFile = (flags & MARK.isFile) !== 0;
  return {
    kind: isFile ? "file" : "directory",
    path: pathIn(directory, isFile ? name : name.slice(0, -1)),
    isText: (flags & MARK.isText) !== 0,
    lfsPointer: (flags & MARK.lfsPointer) !== 0,
  };
}

function pathIn(directory: RepoPath, name: string): RepoPath {
  return (directory === "" ? name : `${directory}/${name}`) as RepoPath;
}
