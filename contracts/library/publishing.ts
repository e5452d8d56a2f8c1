/** Uploads and what becomes of them (docs/design/library.md "Publishing"). */
import type { RepoPath } from "../addresses.ts";
import type { Diagnostic } from "../problems.ts";
import type { Slug } from "./accounts.ts";
import type { SkillName, Visibility } from "./skills.ts";
import type { Grade, Label, Provenance, VersionDigest, VersionFile } from "./versions.ts";

/** A file of an upload. Its path follows the rules of addresses, the common top directory of all is taken off. */
export interface UploadedFile {
  readonly path: RepoPath;
  readonly bytes: Uint8Array;
}

export interface PublishOptions {
  /** Of a new skill, `private` unless said; of one that is there it changes nothing. */
  readonly visibility?: Visibility;
  /** The skill must bear this name. */
  readonly name?: string;
  /** The caller's own label. */
  readonly label?: string;
  /** False: an older line is mended, and the current version stays. */
  readonly makeCurrent?: boolean;
  /** Tells everything and writes nothing. */
  readonly dryRun?: boolean;
  /** Fails with `precondition.failed` where there is a skill of that name. */
  readonly createOnly?: boolean;
  /** Fails with `precondition.failed` where the skill is at another revision. */
  readonly ifRevision?: number;
  /** Findings that the publisher knows of, such as `possible_secret`. */
  readonly acknowledged?: readonly string[];
  /** What changed. */
  readonly notes?: string | null;
  /** An upload unless said. */
  readonly provenance?: Provenance;
  /** Whether what is stored of it are the files of the commit that its provenance names; unknown when left out. */
  readonly compare?: (
    name: SkillName,
    files: readonly VersionFile[],
  ) => Promise<"matches" | "differs" | "unknown">;
}

/** A file of an upload that is not stored, because an address would not serve it. */
export interface IgnoredFile {
  readonly path: RepoPath;
  readonly reason: string;
}

export interface PublishOutcome {
  /**
   * `created`: a new skill. `released`: a new version. `held`: it waits for the operator. `unchanged`: it is the current version
   * already. `restored`: an older version is current again. `drafted`: it is the skill's draft. `checked`: nothing was written.
   */
  readonly status: "created" | "released" | "held" | "unchanged" | "restored" | "drafted" | "checked";
  readonly owner: Slug;
  readonly name: SkillName;
  /** Null: of a draft, whose version is named when it is published. */
  readonly version: Label | null;
  readonly digest: VersionDigest;
  readonly visibility: Visibility;
  readonly grade: Grade | null;
  readonly findings: readonly Diagnostic[];
  readonly ignored: readonly IgnoredFile[];
}
