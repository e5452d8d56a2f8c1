import type { Catalog, Diagnostic, Licence, Problem, Skill, TreeListing } from "../../../contracts/domain.ts";
import type { RememberedFacts } from "../../../contracts/snapshots.ts";
import { belongsToSkill } from "../../format/mod.ts";
import type { Snapshot } from "../../reading/mod.ts";
import { type DeadLink, deadLinks } from "./_dead_links.ts";
import { type NotServed, notServed } from "./_not_served.ts";
import { type WholeCatalog, wholeCatalog } from "./_whole_catalog.ts";

/**
 * What an agent gets of a directory, and what its author may want to mend. `--json` prints it as it is:
 * members are added, never renamed, and what is not known is null. Paths start at the directory.
 */
export interface CheckReport {
  readonly version: 1;
  readonly findings: { readonly errors: number; readonly warnings: number; readonly notes: number };
  readonly commit: string;
  /** Reading-rule version. */
  readonly rules: string;
  readonly manifests: readonly {
    readonly path: string;
    readonly name: string;
    readonly description: string;
    readonly language: string | null;
    readonly licence: string | null;
  }[];
  /** Of what lies outside skills at the root. */
  readonly licence: CheckedLicence | null;
  readonly counts: Catalog["counts"];
  readonly partial: Catalog["partial"];
  readonly skills: readonly CheckedSkill[];
  /** Paths of SKILL.md files that are no skill; the problems say why. */
  readonly invalidSkills: readonly string[];
  readonly documents: readonly {
    readonly path: string;
    readonly title: string | null;
    readonly summary: string | null;
    readonly bytes: number;
  }[];
  readonly notServed: readonly NotServed[];
  readonly deadLinks: readonly DeadLink[];
  readonly problems: readonly CheckedProblem[];
  /** What a client is told on connecting. */
  readonly instructions: string;
}

export interface CheckedSkill {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly licence: CheckedLicence | null;
  /** `described`: the licence keeps all but the header at its source. */
  readonly serving: Skill["serving"];
  /** UTF-8 bytes of rules, instructions and includes; null where it is described only. */
  readonly contextBytes: number | null;
  /** Not stored: over the read limit, so that an agent gets its address at the host and no more. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly stored: boolean }[];
  /** Whether the skills extension lists it, and why not. */
  readonly extension: { readonly listed: boolean; readonly reason: Skill["unpublished"] };
  /** Why browsing counts and search leave it out; null when they do not. */
  readonly unlisted: Skill["unlisted"];
  readonly duplicateOf: string | null;
}

export interface CheckedLicence {
  readonly label: string;
  readonly class: Licence["class"];
  readonly path: string;
  /** Of a choice between licence files: the others. */
  readonly otherPaths: readonly string[];
}

export interface CheckedProblem {
  /** Empty: the directory as a whole. */
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: Problem["severity"];
  readonly code: Problem["code"];
  readonly message: string;
}

export interface CheckSources {
  readonly snapshot: Snapshot;
  readonly tree: TreeListing;
  readonly facts: RememberedFacts;
  readonly instructions: string;
}

const MOST_UNSERVABLE = 100;

export async function checkReport(sources: CheckSources): Promise<CheckReport> {
  const { snapshot, tree, facts, instructions } = sources;
  const catalog = await wholeCatalog(snapshot.view);
  const { files, diagnostics } = catalog;
  const parts = Map.groupBy(files.filter(belongsToSkill), ({ skill }) => skill);
  const links = await deadLinks({
    diagnostics,
    files,
    paths: tree.entries.map(({ path }) => path),
    text: snapshot.text,
  });
  const missing = notServed(tree.entries, catalog, facts);
  const problems = problemsOf(catalog, links, unservable(missing, tree));
  const count = (wanted: Problem["severity"]) =>
    problems.filter(({ severity }) => severity === wanted).length;
  return {
    version: 1,
    findings: { errors: count("error"), warnings: count("warning"), notes: count("info") },
    commit: catalog.commit,
    rules: snapshot.mount.snapshot.rules,
    manifests: catalog.manifests.map(({ path, name, description, language, licence }) => (
      { path, name, description, language, licence }
    )),
    licence: licenceOf(catalog.licence),
    counts: catalog.counts,
    partial: catalog.partial,
    skills: catalog.skills.map((skill) => ({
      path: skill.path,
      name: skill.name,
      description: skill.description,
      licence: licenceOf(skill.licence),
      serving: skill.serving,
      contextBytes: skill.document && skill.document.bytes - skill.document.contextStart,
      files: (parts.get(skill.path) ?? []).map(({ path, size, stored }) => ({ path, bytes: size, stored })),
      extension: { listed: skill.unpublished === null, reason: skill.unpublished },
      unlisted: skill.unlisted,
      duplicateOf: skill.duplicateOf,
    })),
    invalidSkills: files.filter(({ kind }) => kind === "invalid_skill").map(({ path }) => path),
    documents: files.filter(({ kind }) => kind === "document").map(({ path, title, summary, size }) => (
      { path, title, summary, bytes: size }
    )),
    notServed: missing,
    deadLinks: links,
    problems,
    instructions,
  };
}

function licenceOf(licence: Licence | null): CheckedLicence | null {
  if (licence === null) return null;
  return {
    label: licence.label,
    class: licence.class,
    path: licence.path,
    otherPaths: licence.otherPaths ?? [],
  };
}

/** Everything that anybody is told of, once, in path order; a dead link where it stands in its file. */
function problemsOf(
  catalog: WholeCatalog,
  links: readonly DeadLink[],
  unservable: readonly Diagnostic[],
): CheckedProblem[] {
  const places = new Map(links.map((link) => [`${link.path} ${link.written}`, link]));
  const told: readonly Diagnostic[] = [
    // A reader of the catalog is told how many; the author which, and why.
    ...catalog.diagnostics.filter(({ code }) => code !== "path_unservable"),
    ...unservable,
    ...catalog.skills.flatMap(({ path, warnings, document }) => [
      // Dead links are told once, in the file that has them.
      ...warnings.filter(({ code }) => code !== "link_missing").map((warning) => ({ ...warning, path })),
      ...document?.missing ?? [],
    ]),
    ...nothingServed(catalog),
  ];
  const problems = new Map<string, CheckedProblem>();
  for (const { path, line, column, severity, code, message, link } of told) {
    const place = link === undefined ? undefined : places.get(`${path} ${link.written}`);
    const problem = {
      path,
      line: place?.line ?? line ?? null,
      column: place?.column ?? column ?? null,
      severity,
      code,
      message,
    };
    problems.set(JSON.stringify(problem), problem);
  }
  return [...problems.values()].sort((one, other) =>
    one.path === other.path ? (one.line ?? 0) - (other.line ?? 0) : one.path < other.path ? -1 : 1
  );
}

/** Each with the rule that its path breaks; one that holds a SKILL.md loses a skill. */
function unservable(missing: readonly NotServed[], { entries }: TreeListing): Diagnostic[] {
  const broken = missing.flatMap(({ path, rule }) => rule === null ? [] : [{ path, rule }]);
  const skills = broken.length === 0 ? [] : entries.filter(({ path }) => /(^|\/)SKILL\.md$/.test(path));
  const told = broken.slice(0, MOST_UNSERVABLE).map(({ path, rule }): Diagnostic => {
    const holdsSkill = skills.some((skill) => skill.path === path || isBelow(skill.path, path));
    const severity = holdsSkill ? "error" : "warning";
    return { path, code: "path_unservable", severity, message: `Not served: ${rule}` };
  });
  const more = broken.length - told.length;
  if (more === 0) return told;
  const message = `${more} more paths cannot be served`;
  return [...told, { path: "", code: "path_unservable", severity: "warning", message }];
}

function isBelow(path: string, directory: string): boolean {
  return directory.endsWith("/") && path.startsWith(directory);
}

/** Most likely another directory was meant, and a run that reads nothing must not pass. */
function nothingServed({ skills, counts }: WholeCatalog): Diagnostic[] {
  if (skills.length + counts.documents > 0) return [];
  const message = "Nothing here is a skill or a document; a skill is a folder with a SKILL.md";
  return [{ path: "", code: "nothing_served", severity: "error", message }];
}
