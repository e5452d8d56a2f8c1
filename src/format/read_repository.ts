import { buildReading } from "./catalog/build_reading.ts";
import { prepareLicences } from "./licence/prepare_licences.ts";
import type { Step } from "./reading_step.ts";
import type { RepositoryInput, RepositoryReading } from "./repository_reading.ts";
import { createDiagnosticList } from "./tree/diagnostic_list.ts";
import { admitDiscoverable, admitOverviews, exposedDirectories } from "./tree/discoverable.ts";
import { findSkills } from "./tree/find_skills.ts";
import { followLinks } from "./tree/follow_links.ts";
import { createKnownFacts } from "./tree/known_facts.ts";
import { createLimitHits } from "./tree/limit_hits.ts";
import { readManifests } from "./tree/policy.ts";
import { readTree } from "./tree/read_tree.ts";
import { reportTree } from "./tree/report_tree.ts";
import { resolveLicences } from "./tree/resolve_licences.ts";
import { reviewSkills } from "./tree/review_skills.ts";
import { createServedFiles } from "./tree/served_files.ts";

/**
 * Reads a whole commit (docs/design/format.md). A pure coroutine: it yields the files it
 * must know of next, is sent their facts by path (a file that could not be had is absent), and returns
 * the reading. It yields an empty list now and then, so that its caller can let other work run.
 */
export function* readRepository(
  input: RepositoryInput,
): Step<RepositoryReading> {
  const { limits, serving } = input;
  const diagnostics = createDiagnosticList();
  const hits = createLimitHits();
  const facts = createKnownFacts(serving);

  yield* prepareLicences();
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

  const served = createServedFiles(limits, hits, licences.describedOnlyBy);
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
