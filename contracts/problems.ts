import type { RepoPath } from "./addresses.ts";

/** What an author or operator is told. `code` decides, `message` is the sentence for a person. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: "error" | "warning" | "info";
  /** One sentence without a full stop. May quote the author's own key, never a whole value. */
  readonly message: string;
  /** 1-based, in the file the problem is about. */
  readonly line?: number;
  readonly column?: number;
  /** Of `link_missing`. */
  readonly link?: DeadLink;
}

/** A destination that leads to nothing in the repository. */
export interface DeadLink {
  /** As the file has it, less its fragment. */
  readonly written: string;
  /** The path it means; null when it means none. */
  readonly path: string | null;
  /** What may have been meant: an open file or directory, which may lie outside of a mount. */
  readonly nearest: RepoPath | null;
}

/** A problem and the file it is about. */
export interface Diagnostic extends Problem {
  readonly path: string;
}

/** What an upload is refused for as a whole, whatever its SKILL.md says; its path is as it was sent. */
export interface UploadFlaw {
  readonly path: string;
  readonly code:
    | "skill_missing"
    | "skill_repeated"
    | "path_invalid"
    | "path_repeated"
    | "name_not_portable"
    | "archive_link"
    | "archive_encrypted";
  readonly severity: "error";
  readonly message: string;
}

/** What decides how a problem is treated; its message is for a person. */
export type ProblemCode =
  // front matter
  | "no_front_matter"
  | "front_matter_too_long"
  | "file_too_long"
  | "not_utf8"
  | "yaml_syntax"
  | "duplicate_key"
  | "yaml_feature"
  | "invisible_character"
  | "field_missing"
  | "field_invalid"
  | "commented_value"
  // skills
  | "wrong_file_name"
  | "name_not_portable"
  | "include_dropped"
  | "include_missing"
  | UnpublishedReason
  // manifests
  | "manifest_unreadable"
  | "document_dropped"
  | "exclusion_invalid"
  | "exclusion_unmatched"
  | "excluded_policy"
  // sets
  | "member_unavailable"
  // safety
  | "hidden_character"
  | "bidirectional_character"
  | "tag_character"
  | "hidden_instruction"
  | "piped_download"
  | "encoded_command"
  | "protected_archive"
  | "possible_secret"
  // tree and limits
  | "path_unservable"
  | "symlink_not_followed"
  | "submodule_not_read"
  | "lfs_pointer"
  | "file_over_read_limit"
  | "file_not_indexed"
  | "file_limit"
  | "byte_limit"
  | "link_limit"
  | "link_missing"
  | "nothing_served"
  | "diagnostic_limit";

/** Why a skill is not listed by the skills extension (docs/design/format.md "The served SKILL.md"). */
export type UnpublishedReason =
  | "name_directory_mismatch"
  | "invalid_name"
  | "description_too_long"
  | "too_many_files"
  | "too_large"
  | "file_unavailable"
  | "duplicate"
  | "hidden"
  | "uri_collision"
  | "described_only";
