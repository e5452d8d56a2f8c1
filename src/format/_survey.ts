import type { ReadingLimits } from "../../contracts/limits.ts";
import type { DiagnosticList } from "./_diagnostic_list.ts";
import type { Include } from "./_includes.ts";
import type { KnownFacts } from "./_known_facts.ts";
import type { Licences } from "./_licences.ts";
import type { LimitHits } from "./_limit_hits.ts";
import type { Policy } from "./_policy.ts";
import type { Admission, ServedFiles } from "./_served_files.ts";
import type { FoundSkill, FoundSkills } from "./_skills.ts";
import type { Directory, RepositoryTree, TreeFile } from "./_tree.ts";

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

/** Whether a file is part of a skill besides its SKILL.md, as its readers are told. */
export function belongsToSkill({ kind }: Admission): boolean {
  return kind === "supporting" || kind === "document" || kind === "invalid_skill";
}
