import type { BlobHash, CommitHash, RepoPath } from "../../contracts/addresses.ts";
import type { FileFacts, FileRole, TreeListing } from "../../contracts/domain.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import type { ServingMode } from "../../contracts/mounts.ts";
import { buildReading } from "./_build_reading.ts";
import { createDiagnosticList } from "./_diagnostic_list.ts";
import { admitDiscoverable, admitOverviews, exposedDirectories } from "./_discoverable.ts";
import { createKnownFacts } from "./_known_facts.ts";
import { resolveLicences } from "./_licences.ts";
import { createLimitHits } from "./_limit_hits.ts";
import { followLinks } from "./_links.ts";
import { readManifests } from "./_policy.ts";
import { reportTree } from "./_report_tree.ts";
import { reviewSkills } from "./_review_skills.ts";
import type { SearchableFile } from "./_searchable_file.ts";
import { createServedFiles } from "./_served_files.ts";
import { findSkills } from "./_skills.ts";
import { readTree } from "./_read_tree.ts";
import type { DocumentPlan } from "./assemble_document.ts";
import type { CatalogDraft } from "./finish_catalog.ts";

export type { SearchableFile };

/** A commit to read. Its tree is whole and within `limits.treeEntries`: the caller refuses any other. */
export interface RepositoryInput {
  readonly commit: CommitHash;
  /** Stands in for the name that a root manifest does not declare. */
  readonly repositoryName: string;
  readonly tree: TreeListing;
  readonly limits: ReadingLimits;
  readonly serving: ServingMode;
  /** Where a program gets a file's bytes at this commit; null where the host has no such place. */
  readonly sourceUrl: (path: RepoPath) => string | null;
}

/** A file whose facts decide what comes next. */
export interface FactsRequest {
  readonly path: RepoPath;
  readonly hash: BlobHash;
  readonly role: FileRole;
  readonly size: number;
  /** Its licence may yet keep it at its source: its bytes are not to be stored unless the catalog serves it. */
  readonly undecided: boolean;
}

export interface RepositoryReading {
  /** For `finishCatalog()`. */
  readonly draft: CatalogDraft;
  /** The documents of its skills, in their order. */
  readonly documents: readonly DocumentPlan[];
  /** In path order. */
  readonly searchable: readonly SearchableFile[];
  /** Files whose facts were asked for and hold text that is kept at its source: not to be remembered. */
  readonly untold: ReadonlySet<RepoPath>;
}

/**
 * Reads a whole commit (design "How a repository is read"). A pure coroutine: it yields the files it
 * must know of next, is sent their facts by path (a file that could not be had is absent), and returns
 * the reading. It yields an empty list now and then, so that its caller can let other work run.
 */
export function* readRepository(
  input: RepositoryInput,
): Generator<readonly FactsRequest[], RepositoryReading, ReadonlyMap<string, FileFacts>> {
  const { limits, serving } = input;
  const diagnostics = createDiagnosticList();
  const hits = createLimitHits();
  const facts = createKnownFacts(serving);

  const tree = yield* readTree(input.tree, limits.treeEntries);
  if (tree.cut) hits.add("file_limit", tree.root.path);
  const policy = yield* readManifests(tree, facts, limits, hits, diagnostics);
  // Declarations and licences say what may be served, so that they have the first claim on the limits.
  const first = createServedFiles(limits, hits);
  for (const { manifest } of policy.governed) first.admit(manifest.file, "manifest");
  const found = yield* findSkills(tree, policy, first, facts);
  const licences = yield* resolveLicences(tree, policy, found, facts, first, serving);
  for (const { file, problems } of policy.flawed) {
    for (const problem of licences.mayTell(file) ? problems : []) diagnostics.add(file.path, problem);
  }
  const includes = yield* reviewSkills(found, tree, policy, licences, diagnostics);

  const served = createServedFiles(limits, hits, licences.withholding);
  for (const { manifest } of policy.governed) served.admit(manifest.file, "manifest");
  for (const { file } of found.skills) served.admit(file, "skill");
  for (const file of found.invalid) served.admit(file, "invalid_skill");
  yield* admitDiscoverable(tree, policy, served, found, includes);
  const exposed = exposedDirectories(tree, policy, served, found);
  const overviews = yield* admitOverviews(exposed, policy, served);
  yield* facts.learn(served.all());
  const survey = {
    limits,
    tree,
    policy,
    facts,
    served,
    found,
    licences,
    includes,
    exposed,
    overviews,
    hits,
    diagnostics,
  };
  yield* followLinks(survey);
  yield* reportTree(tree, policy, found, diagnostics);
  return yield* buildReading(input, survey);
}
