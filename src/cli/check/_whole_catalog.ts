import type { CatalogHead, CatalogView, FileRow, SkillRow } from "../../../contracts/catalog_view.ts";
import type { DescribedOnlyFile, Diagnostic, Manifest } from "../../../contracts/domain.ts";
import { ROOT_PATH } from "../../format/mod.ts";

/** All that a catalog says, for who tells an author of all of it. */
export interface WholeCatalog extends CatalogHead {
  readonly manifests: readonly Manifest[];
  readonly skills: readonly SkillRow[];
  readonly files: readonly FileRow[];
  readonly describedOnly: readonly DescribedOnlyFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function wholeCatalog(view: CatalogView): Promise<WholeCatalog> {
  const { commit, partial, licence, counts, rootSkill } = view;
  return {
    ...{ commit, partial, licence, counts, rootSkill },
    manifests: await Array.fromAsync(view.manifests.each("any", ROOT_PATH)),
    skills: await Array.fromAsync(view.skills.each("any", ROOT_PATH)),
    files: await Array.fromAsync(view.files.each("any", ROOT_PATH)),
    describedOnly: await Array.fromAsync(view.describedOnly.each("any", ROOT_PATH)),
    diagnostics: await Array.fromAsync(view.problems.each()),
  };
}
