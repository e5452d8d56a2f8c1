import type { ReadingLimits } from "../../../contracts/limits.ts";
import type { DiagnosticList } from "./diagnostic_list.ts";
import type { FoundSkill, FoundSkills } from "./find_skills.ts";
import type { Include } from "./includes.ts";
import type { KnownFacts } from "./known_facts.ts";
import type { LimitHits } from "./limit_hits.ts";
import type { Policy } from "./policy.ts";
import type { Directory, RepositoryTree, TreeFile } from "./repository_tree.ts";
import type { Licences } from "./resolve_licences.ts";
import type { ServedFiles } from "./served_files.ts";

/** What is found out about a commit step by step, before the catalog is made of it. */
export interface Survey {
  readonly limits: ReadingLimits;
  readonly tree: RepositoryTree;
  readonly policy: Policy;
  readonly facts: KnownFacts;
  readonly served: ServedFiles;
  readonly found: FoundSkills;
  readonly licences: Licences;
  readonly includes: ReadonlyMap<FoundSkill, readonly Include[]>;
  /** Directories that hold something to discover, at any depth; the root unless it is closed. */
  readonly exposed: ReadonlySet<Directory>;
  readonly overviews: ReadonlyMap<Directory, TreeFile>;
  readonly hits: LimitHits;
  readonly diagnostics: DiagnosticList;
}
