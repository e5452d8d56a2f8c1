import type { RepoPath } from "../../contracts/addresses.ts";
import type { Licence } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Source } from "../../contracts/source.ts";

/** Whose licence keeps it at its source, and where that is. */
export function describedOnly(source: Source, path: RepoPath, licence: Licence | null): Failure {
  const sourceUrl = source.webUrl(path) ?? source.rawUrl(path);
  return {
    code: "file.described_only",
    path,
    ...licence !== null && {
      reason: `License: ${licence.label} (${licence.path})`,
      licence: { label: licence.label, path: licence.path },
    },
    ...sourceUrl === null
      ? { hint: "See the file in the repository itself: its host gives no URL for it" }
      : { sourceUrl, hint: "See the file at its source" },
  };
}
