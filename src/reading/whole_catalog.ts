import type { RepoPath } from "../../contracts/addresses.ts";
import {
  type BrowsedChild,
  CATALOG_LIMITS,
  type CatalogView,
  type FileKind,
  type FileRow,
  type FolderRow,
  type ProblemKind,
  type ResourceChild,
  type Rows,
  type SkillKind,
  type SkillRow,
} from "../../contracts/catalog_view.ts";
import type { Catalog, Diagnostic, ServedFile, Skill } from "../../contracts/domain.ts";
import {
  directoryOf,
  hasInstallableName,
  isInstallable,
  isInternal,
  isListedDocument,
  isPublished,
  isResource,
  problemKind,
} from "../format/mod.ts";

/**
 * The view of a catalog that is held whole in memory, as that of one published skill is. Every question is answered the simplest way,
 * by looking through all of it.
 */
export function wholeCatalogView(catalog: Catalog): CatalogView {
  const { skills, files, folders, manifests, describedOnly, diagnostics } = catalog;
  const skillOf = ({ skill }: ServedFile): Skill | null => skill === null ? null : skills[skill] ?? null;
  const skillRow = (skill: Skill): SkillRow => ({
    ...skill,
    files: skill.files.slice(0, CATALOG_LIMITS.skillFiles),
    fileCount: skill.files.length,
  });
  const fileRow = (file: ServedFile): FileRow => ({ ...file, skill: skillOf(file)?.path ?? null });

  const isSkillOf: Readonly<Record<SkillKind, (skill: Skill) => boolean>> = {
    any: () => true,
    listed: ({ unlisted }) => unlisted === null,
    published: isPublished,
    installable: isInstallable,
  };
  const isFileOf: Readonly<Record<FileKind, (file: ServedFile) => boolean>> = {
    any: () => true,
    document: (file) => isListedDocument(file, skillOf(file)),
    invalid_skill: ({ kind }) => kind === "invalid_skill",
  };

  function folderRow(path: string): FolderRow | null {
    const folder = folders.find((one) => one.path === path);
    if (folder === undefined) {
      const empty = catalog.emptyDirectories.find((one) => one === path);
      if (empty === undefined) return null;
      const counts = { skills: 0, documents: 0 };
      const nothing = { name: null, description: null, manifestPath: null, overview: null };
      return { path: empty, served: false, ...nothing, counts };
    }
    const manifest = folder.manifest === null ? undefined : manifests[folder.manifest];
    const readme = folder.overview === null ? undefined : files[folder.overview];
    return {
      path: folder.path,
      served: true,
      name: manifest?.name ?? null,
      description: manifest?.description ?? readme?.summary ?? null,
      manifestPath: manifest?.path ?? null,
      overview: readme === undefined
        ? null
        : { path: readme.path, title: readme.title, summary: readme.summary },
      counts: folder.counts,
    };
  }

  function browsed(directory: RepoPath): BrowsedChild[] {
    const folder = folders.find(({ path }) => path === directory);
    return (folder?.entries ?? []).map((entry): BrowsedChild => {
      switch (entry.kind) {
        case "folder":
          return { kind: "folder", path: entry.path, directory: entry.path };
        case "skill": {
          const { path, directory } = itemAt(skills, entry.skill);
          return { kind: "skill", path, directory };
        }
        case "file":
          return { kind: "file", path: itemAt(files, entry.file).path, directory };
      }
    });
  }

  function resources(directory: RepoPath): ResourceChild[] {
    const found = new Map<string, ResourceChild>();
    for (const file of files) {
      const { path } = file;
      if (directoryOf(path) === directory) {
        if (!isResource(file, skillOf(file))) continue;
        const isText = file.characters !== null;
        found.set(path, { kind: "file", path, isText, lfsPointer: file.lfsPointer });
        continue;
      }
      if (!isBelow(path, directory)) continue;
      let child = path;
      while (directoryOf(child) !== directory) child = directoryOf(child);
      if (!found.has(child)) {
        found.set(child, { kind: "directory", path: child, isText: false, lfsPointer: false });
      }
    }
    return [...found.values()];
  }

  const isProblemOf = (kind: ProblemKind) => (diagnostic: Diagnostic) =>
    kind === "any" || problemKind(diagnostic) === kind;

  return {
    commit: catalog.commit,
    partial: catalog.partial,
    licence: catalog.licence,
    counts: catalog.counts,
    rootSkill: skills.find(({ path }) => path === "SKILL.md")?.name ?? null,
    skills: tableOf(skills, skillRow, isSkillOf),
    files: tableOf(files, fileRow, isFileOf),
    folders: { at: (path) => Promise.resolve(folderRow(path)) },
    manifests: tableOf(manifests, (manifest) => manifest, { any: () => true }),
    describedOnly: tableOf(describedOnly, (file) => file, { any: () => true }),
    problems: {
      at: (kind, path, count) =>
        page(diagnostics.filter((one) => isProblemOf(kind)(one) && one.path === path), 0, count),
      within(kind, directory, count) {
        const holds = ({ path }: Diagnostic) => path === directory || isBelow(path, directory);
        return page(
          byPath(diagnostics.filter((one) => isProblemOf(kind)(one) && holds(one))),
          0,
          count,
        );
      },
      async *each() {
        yield* byPath(diagnostics);
      },
    },
    browsed(kind, directory, start, count) {
      return page(browsed(directory).filter((one) => kind === "any" || one.kind === kind), start, count);
    },
    resources: (directory, start, count) => page(resources(directory), start, count),
    named(name) {
      return Promise.resolve(
        skills.filter((skill) => skill.name === name).map((skill) => ({
          path: skill.path,
          listed: skill.unlisted === null,
          installable: isInstallable(skill) && hasInstallableName(skill) && !isInternal(skill),
          published: isPublished(skill),
        })),
      );
    },
  };
}

function tableOf<Item extends { readonly path: RepoPath }, Row, Kind extends string>(
  items: readonly Item[],
  rowOf: (item: Item) => Row,
  isOf: Readonly<Record<Kind, (item: Item) => boolean>>,
) {
  const some = (kind: Kind, below: RepoPath) =>
    items.filter((item) => isOf[kind](item) && isBelow(item.path, below)).map(rowOf);
  return {
    at(path: string) {
      const item = items.find((one) => one.path === path);
      return Promise.resolve(item === undefined ? null : rowOf(item));
    },
    page: ({ kind, below, start, count }: {
      readonly kind: Kind;
      readonly below: RepoPath;
      readonly start: number;
      readonly count: number;
    }) => page(some(kind, below), start, count),
    async *each(kind: Kind, below: RepoPath) {
      yield* some(kind, below);
    },
  };
}

/** Paths of problems are as git has them. */
function isBelow(path: string, directory: RepoPath): boolean {
  return directory === "" || path.startsWith(`${directory}/`);
}

function byPath(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((one, other) => one.path < other.path ? -1 : one.path > other.path ? 1 : 0);
}

function page<Row>(rows: readonly Row[], start: number, count: number): Promise<Rows<Row>> {
  return Promise.resolve({ rows: rows.slice(start, start + count), total: rows.length });
}

function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`Cannot read item ${index}: there is none`);
  return item;
}
