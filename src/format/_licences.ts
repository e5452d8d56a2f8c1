import type { Licence } from "../../contracts/domain.ts";
import type { Policy } from "./_policy.ts";
import { chainOf, type GoverningManifest, type Scope } from "./_scope.ts";
import type { FoundSkill } from "./_skills.ts";
import type { Directory } from "./_tree.ts";
import { classifyLicenceField } from "./classify_licence_field.ts";
import { licenceFileRank } from "./licence_files.ts";
import { comparePaths } from "./repo_path.ts";

export interface Licences {
  /** The first that speaks for a skill (design "Licences"); null when nothing does. */
  ofSkill(skill: FoundSkill): Licence | null;
  /** What speaks for files at the root that belong to no skill. */
  readonly atRoot: Licence | null;
}

export function resolveLicences(root: Directory, policy: Policy): Licences {
  const rootScope = policy.scopeOf(root);
  const rootManifest = rootScope === undefined ? null : rootScope.manifest;
  const ofManifest = (manifest: GoverningManifest | null): Licence | null => {
    const label = speaking(manifest?.declaration.license ?? null);
    return manifest === null || label === null
      ? null
      : { label, path: manifest.file.path, source: "manifest" };
  };
  const repository = licenceFile(root, policy);
  const atRoot = repository ?? ofManifest(rootManifest);
  const byScope = new Map<Scope, Licence | null>();

  /** From the nearest manifest up; the root's own field comes after the repository's licence file. */
  function ofScope(scope: Scope): Licence | null {
    const known = byScope.get(scope);
    if (known !== undefined) return known;
    const below = chainOf(scope).filter((manifest) => manifest !== rootManifest).reverse();
    const licence = below.map(ofManifest).find((found) => found !== null) ?? atRoot;
    byScope.set(scope, licence);
    return licence;
  }

  return {
    ofSkill({ file, scope, declaration }) {
      const label = speaking(declaration.license);
      return licenceFile(file.directory, policy) ??
        (label === null ? ofScope(scope) : { label, path: file.path, source: "skill" });
    },
    atRoot,
  };
}

/** The directory's licence file with the plainest name. */
function licenceFile(directory: Directory, policy: Policy): Licence | null {
  const [best] = directory.files
    .flatMap((file) => {
      const rank = licenceFileRank(file.name);
      return rank === null || !policy.isOpen(file) ? [] : [{ file, rank }];
    })
    .sort((one, other) => one.rank - other.rank || comparePaths(one.file.name, other.file.name));
  if (best === undefined) return null;
  const { path } = best.file;
  return { label: `see ${path}`, path, source: "file" };
}

/** The field's text; null when it is blank or only points elsewhere. */
function speaking(field: string | null): string | null {
  return field === null || classifyLicenceField(field) === "elsewhere" ? null : field;
}
