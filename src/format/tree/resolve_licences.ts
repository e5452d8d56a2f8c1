import type { Licence } from "../../../contracts/domain.ts";
import type { ServingMode } from "../../../contracts/mounts.ts";
import { comparePaths } from "../address/repo_path.ts";
import { classifyLicenceField } from "../licence/classify_licence_field.ts";
import { classifyLicenceText } from "../licence/classify_licence_text.ts";
import { isNamedAfterLicence, licenceFileRank } from "../licence/licence_files.ts";
import { createPause, NOTHING, type Step } from "../reading_step.ts";
import type { FoundSkill, FoundSkills } from "./find_skills.ts";
import type { KnownFacts } from "./known_facts.ts";
import type { Policy } from "./policy.ts";
import type { Directory, RepositoryTree, TreeFile } from "./repository_tree.ts";
import { chainOf, type GoverningManifest, type Scope } from "./scope.ts";
import type { ServedFiles } from "./served_files.ts";

export interface Licences {
  /** The first that speaks for a skill (docs/design/format.md "Licences"); null when nothing does. */
  ofSkill(skill: FoundSkill): Licence | null;
  /** What speaks for files at the root that belong to no skill. */
  readonly atRoot: Licence | null;
  /** The licence that keeps an open file at its source; null when the file may be served. */
  describedOnlyBy(file: TreeFile): Licence | null;
  /** Whether what a manifest says wrong may be told, also of one that closes its own directory. */
  mayTell(manifest: TreeFile): boolean;
}

/** What speaks but cannot be had. */
const UNREADABLE = classifyLicenceText(null);

/** Reads the licence files that can speak, within the limits of `first`, and resolves who speaks for what. */
export function* resolveLicences(
  tree: RepositoryTree,
  policy: Policy,
  found: FoundSkills,
  facts: KnownFacts,
  first: ServedFiles,
  serving: ServingMode,
): Step<Licences> {
  const { root } = tree;
  const speakers = new Map<Directory, readonly TreeFile[]>();
  for (const file of [...found.skills.map(({ file }) => file), ...found.invalid, { directory: root }]) {
    const speaking = licenceFiles(file.directory, policy);
    if (speaking.length > 0) speakers.set(file.directory, speaking);
  }
  yield* facts.learn([...speakers.values()].flat().flatMap((file) => first.admit(file, "supporting") ?? []));

  const byFile = (directory: Directory): Licence | null => {
    const files = speakers.get(directory) ?? [];
    return choiceOf(files.map(({ path }) => (
      { ...facts.of(path)?.licence ?? UNREADABLE, path, source: "file" }
    )));
  };
  const rootManifest = policy.scopeOf(root)?.manifest ?? null;
  const atRoot = byFile(root) ?? byManifest(rootManifest);
  const byScope = new Map<Scope, Licence | null>();

  /** From the nearest manifest up; the root's own field comes after the repository's licence file. */
  function ofScope(scope: Scope): Licence | null {
    const known = byScope.get(scope);
    if (known !== undefined) return known;
    const below = chainOf(scope).filter((manifest) => manifest !== rootManifest).reverse();
    const licence = below.map(byManifest).find((found) => found !== null) ?? atRoot;
    byScope.set(scope, licence);
    return licence;
  }

  const skillAt = new Map(found.skills.map((skill) => [skill.file.directory, skill]));
  const invalidAt = new Set(found.invalid.map(({ directory }) => directory));
  /** Directories in a skill, and those whose SKILL.md makes none though a licence lies beside it. */
  const covered = new Map<Directory, Licence | null>();
  const pause = createPause();
  for (const directory of tree.directories) {
    if (pause()) yield NOTHING;
    const above = directory.parent === null ? undefined : covered.get(directory.parent);
    const skill = skillAt.get(directory);
    if (skill !== undefined) {
      // What keeps a skill's directory at its source keeps a nested skill there that says nothing itself.
      const inherited = above?.class === "restrictive" ? above : ofScope(skill.scope);
      covered.set(directory, byFile(directory) ?? bySkill(skill) ?? inherited);
      continue;
    }
    const own = invalidAt.has(directory) ? byFile(directory) : null;
    if (own !== null) covered.set(directory, own);
    else if (above !== undefined) covered.set(directory, above);
  }

  function ofDirectory(directory: Directory): Licence | null {
    const licence = covered.get(directory);
    if (licence !== undefined) return licence;
    const scope = policy.scopeOf(directory);
    return scope === undefined ? null : ofScope(scope);
  }

  function keeping(directory: Directory): Licence | null {
    const licence = serving === "licensed" ? ofDirectory(directory) : null;
    return licence?.class === "restrictive" ? licence : null;
  }

  return {
    ofSkill: ({ file }) => ofDirectory(file.directory),
    atRoot,
    describedOnlyBy: ({ directory }) => keeping(directory),
    mayTell({ directory }) {
      if (serving === "full") return true;
      for (let above: Directory | null = directory; above !== null; above = above.parent) {
        if (policy.scopeOf(above) !== undefined) return keeping(above) === null;
        // Closed, so that its licence is not read and may forbid it.
        if (above.files.some(({ role }) => role === "licence")) return false;
      }
      return true;
    },
  };
}

/** Licence files of one directory that are named, all of which are read. */
const MOST_NAMED = 8;

/** The directory's licence file with the plainest name; where it is named after a licence, its like beside it. */
function licenceFiles(directory: Directory, policy: Policy): readonly TreeFile[] {
  const files = directory.files.filter((file) => file.role === "licence" && policy.isOpen(file))
    .sort(byPlainness);
  const [best] = files;
  if (best === undefined || !isNamedAfterLicence(best.name)) return best === undefined ? [] : [best];
  return files.filter(({ name }) => isNamedAfterLicence(name));
}

/** Open licences are a choice; beside one that is not, it may be that which content is under. */
function choiceOf(licences: readonly Licence[]): Licence | null {
  const [first, ...others] = licences;
  if (first === undefined || others.length === 0) return first ?? null;
  const closed = licences.find((licence) => licence.class === "restrictive");
  if (closed !== undefined) return closed;
  const label = [...new Set(licences.map(({ label }) => label))].join(" OR ");
  return { ...first, label, otherPaths: others.slice(0, MOST_NAMED).map(({ path }) => path) };
}

function byPlainness(one: TreeFile, other: TreeFile): number {
  return (licenceFileRank(one.name) ?? 0) - (licenceFileRank(other.name) ?? 0) ||
    comparePaths(one.name, other.name);
}

function bySkill({ file, declaration }: FoundSkill): Licence | null {
  return byField(declaration.license, file.path, "skill");
}

function byManifest(manifest: GoverningManifest | null): Licence | null {
  return manifest && byField(manifest.declaration.license, manifest.file.path, "manifest");
}

/** Null when the field is absent or only says where the licence is. */
function byField(field: string | null, path: TreeFile["path"], source: Licence["source"]): Licence | null {
  const terms = field === null ? "elsewhere" : classifyLicenceField(field);
  return terms === "elsewhere" ? null : { ...terms, path, source };
}
