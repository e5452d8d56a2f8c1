import type { Licence } from "../../contracts/domain.ts";
import type { Policy } from "./_policy.ts";
import { chainOf, type GoverningManifest, type Scope } from "./_scope.ts";
import type { FoundSkill } from "./_skills.ts";
import type { Directory, TreeFile } from "./_tree.ts";
import { comparePaths } from "./repo_path.ts";

const BASES = ["license", "licence", "copying", "unlicense"];

/** `LICENSE`, `licence.md`, `COPYING.LESSER`, `LICENSE-APACHE-2.0.txt`; not `license.ts` or `license-check.js`. */
const LICENCE_FILE =
  /^(?<base>licen[cs]e|copying|unlicense)(?<rest>(?:[-_](?:[a-z0-9+_-]|\.(?=\d))+)?(?:\.(?:md|markdown|txt|text|rst|adoc|mit|apache|bsd|[al]?gpl|lesser|mpl))?)$/i;

/** Words of a field that only says where the licence is, such as "See LICENSE.txt for complete terms". */
const POINTER =
  /^(?:see|please|refer|to|the|in|at|is|are|of|for|a|this|file|files|root|repo|repository|project|directory|folder|full|complete|terms|text|details|license|licence|licensed|copying|md|txt|information|more)$/i;

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
    .filter((file) => LICENCE_FILE.test(file.name) && policy.isOpen(file))
    .sort(byPlainness);
  return best === undefined ? null : { label: `see ${best.path}`, path: best.path, source: "file" };
}

function byPlainness(one: TreeFile, other: TreeFile): number {
  const first = parts(one.name);
  const second = parts(other.name);
  return first.rest.length - second.rest.length || BASES.indexOf(first.base) - BASES.indexOf(second.base) ||
    comparePaths(one.name, other.name);
}

function parts(name: string): { readonly base: string; readonly rest: string } {
  const { base = "", rest = "" } = LICENCE_FILE.exec(name)?.groups ?? {};
  return { base: base.toLowerCase(), rest };
}

/** The field's text; null when it is blank or only points elsewhere. */
function speaking(field: string | null): string | null {
  const words = field?.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "") ?? [];
  return field === null || words.every((word) => POINTER.test(word)) ? null : field;
}
