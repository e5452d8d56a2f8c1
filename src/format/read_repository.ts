import type { BlobHash, CommitHash, RepoPath } from "../../contracts/addresses.ts";
import type { Catalog, FileFacts, FileRole, TreeListing } from "../../contracts/domain.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import { buildReading } from "./_build_reading.ts";
import { createDiagnosticList } from "./_diagnostic_list.ts";
import { admitDiscoverable, admitOverviews, exposedDirectories } from "./_discoverable.ts";
import { createKnownFacts } from "./_known_facts.ts";
import { createLimitHits } from "./_limit_hits.ts";
import { followLinks } from "./_links.ts";
import { readManifests } from "./_policy.ts";
import { reportTree } from "./_report_tree.ts";
import { reviewSkills } from "./_review_skills.ts";
import type { SearchableFile } from "./_searchable_file.ts";
import { createServedFiles } from "./_served_files.ts";
import { findSkills } from "./_skills.ts";
import { readTree } from "./_read_tree.ts";
import type { ContextPlan } from "./assemble_context.ts";

export type { SearchableFile };

/** A commit to read. Its tree is whole and within `limits.treeEntries`: the caller refuses any other. */
export interface RepositoryInput {
  readonly commit: CommitHash;
  /** Stands in for the name that a root manifest does not declare. */
  readonly repositoryName: string;
  readonly description: string | null;
  readonly tree: TreeListing;
  readonly limits: ReadingLimits;
}

/** A file whose facts decide what comes next. */
export interface FactsRequest {
  readonly path: RepoPath;
  readonly hash: BlobHash;
  readonly role: FileRole;
  readonly size: number;
}

export interface RepositoryReading {
  readonly catalog: Catalog;
  /** One a skill, in the order of `catalog.skills`. */
  readonly contexts: readonly ContextPlan[];
  /** In path order. */
  readonly searchable: readonly SearchableFile[];
}

/**
 * Reads a whole commit (design "How a repository is read"). A pure coroutine: it yields the files it
 * must know of next, is sent their facts by path (a file that could not be had is absent), and returns
 * the reading. It yields an empty list now and then, so that its caller can let other work run.
 */
export function* readRepository(
  input: RepositoryInput,
): Generator<readonly FactsRequest[], RepositoryReading, ReadonlyMap<string, FileFacts>> {
  const { limits } = input;
  const diagnostics = createDiagnosticList();
  const hits = createLimitHits();
  const facts = createKnownFacts();
  const served = createServedFiles(limits, hits);

  const tree = yield* readTree(input.tree, limits.treeEntries);
  if (tree.cut) hits.add("file_limit", tree.root.path);
  const policy = yield* readManifests(tree, facts, limits, hits, diagnostics);
  for (const { manifest } of policy.governed) served.admit(manifest.file, "manifest");
  const found = yield* findSkills(tree, policy, served, facts);
  const includes = yield* reviewSkills(found, tree, policy, diagnostics);
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
