import type { RepoPath } from "../../../contracts/addresses.ts";
import type {
  BrowsedChild,
  FileRow,
  FolderRow,
  NamedSkill,
  ResourceChild,
  SkillRow,
} from "../../../contracts/catalog_view.ts";
import type {
  ContentId,
  DescribedOnlyFile,
  Diagnostic,
  Licence,
  Manifest,
} from "../../../contracts/domain.ts";
import { memberContentId } from "../../format/mod.ts";
import type { MemberPaths } from "./member_paths.ts";

/** Rows of a member as the whole has them: the same but for their paths and the names of their contents. */
export interface JoinedRows {
  skill(row: SkillRow): SkillRow;
  file(row: FileRow): FileRow;
  folder(row: FolderRow): FolderRow;
  manifest(row: Manifest): Manifest;
  describedOnly(row: DescribedOnlyFile): DescribedOnlyFile;
  problem(row: Diagnostic): Diagnostic;
  browsed(row: BrowsedChild): BrowsedChild;
  resource(row: ResourceChild): ResourceChild;
  named(row: NamedSkill): NamedSkill;
}

export function joinedRows(alias: string, { out }: Pick<MemberPaths, "out">): JoinedRows {
  const content = (id: ContentId) => memberContentId(alias, id);
  const all = (paths: readonly RepoPath[]) => paths.map(out);
  const maybe = (path: RepoPath | null) => path === null ? null : out(path);
  const licence = (found: Licence): Licence => ({
    ...found,
    path: out(found.path),
    ...(found.otherPaths !== undefined && { otherPaths: all(found.otherPaths) }),
  });
  const problem = (row: Diagnostic): Diagnostic => ({
    ...row,
    path: out(row.path),
    ...(row.link !== undefined && { link: { ...row.link, nearest: maybe(row.link.nearest) } }),
  });

  return {
    skill: (row) => ({
      ...row,
      path: out(row.path),
      directory: out(row.directory),
      licence: row.licence === null ? null : licence(row.licence),
      duplicateOf: maybe(row.duplicateOf),
      files: all(row.files),
      references: all(row.references),
      document: row.document === null ? null : {
        ...row.document,
        content: content(row.document.content),
        sections: row.document.sections.map((section) => ({ ...section, path: out(section.path) })),
        missing: row.document.missing.map(problem),
      },
    }),
    file: (row) => ({ ...row, path: out(row.path), skill: maybe(row.skill), content: content(row.content) }),
    folder: (row) => ({
      ...row,
      path: out(row.path),
      manifestPath: maybe(row.manifestPath),
      overview: row.overview === null ? null : { ...row.overview, path: out(row.overview.path) },
    }),
    manifest: (row) => ({ ...row, path: out(row.path), directory: out(row.directory) }),
    describedOnly: (row) => ({ path: out(row.path), licence: licence(row.licence) }),
    problem,
    browsed: (row) => ({ ...row, path: out(row.path), directory: out(row.directory) }),
    resource: (row) => ({ ...row, path: out(row.path) }),
    named: (row) => ({ ...row, path: out(row.path) }),
  };
}
