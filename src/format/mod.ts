/** Pure reading of untrusted text and bytes: no I/O, and no function here throws on any input. */

export { formatAddress } from "./address/format_address.ts";
export { gitBlobHash, parseBlobHash, parseCommitHash, uploadHash } from "./address/hashes.ts";
export { parseHostKey } from "./address/host_key.ts";
export { resolveDestination } from "./address/link_destination.ts";
export { parseAddress } from "./address/parse_address.ts";
export { parseRefName } from "./address/ref_name.ts";
export { alikeText, escapedPath, nearestText, pathDifference } from "./address/path_difference.ts";
export { isPortablePath } from "./address/portable_path.ts";
export { shownPath } from "./address/shown_path.ts";
export {
  baseName,
  comparePaths,
  directoryOf,
  foldedPath,
  isWithin,
  parseRepoPath,
  ROOT_PATH,
} from "./address/repo_path.ts";
export { type SkillUris, skillUris } from "./address/skill_uris.ts";
export { assembleDocument, type DocumentPlan } from "./catalog/assemble_document.ts";
export { finishCatalog } from "./catalog/finish_catalog.ts";
export {
  belongsToSkill,
  hasEntry,
  hasInstallableName,
  isInstallable,
  isInternal,
  isListedDocument,
  isPublished,
  isResource,
  problemKind,
  type PublishedSkill,
} from "./catalog/standing.ts";
export { type ReadingRules, readingRules } from "./catalog/reading_rules.ts";
export type { SearchableFile } from "./catalog/searchable_file.ts";
export { contentIdOf, memberContent, memberContentId } from "./file/content_id.ts";
export { roleOf } from "./file/file_role.ts";
export { inspectFile } from "./file/inspect_file.ts";
export { DIRECTORY_MEDIA_TYPE, mediaTypeOf } from "./file/media_type.ts";
export { safetyFindings } from "./safety/safety_findings.ts";
export { countCodePoints, exceedsCodePoints } from "./text/code_points.ts";
export { decodeText } from "./text/decode_text.ts";
export { findInvisible, invisibleCharacters } from "./text/invisible_characters.ts";
export { oneLine, shorten } from "./text/one_line.ts";
export { codePointName } from "./text/unicode_escape.ts";
export { frontMatterData } from "./front_matter/front_matter_data.ts";
export { readRepository } from "./read_repository.ts";
export type { FactsRequest } from "./reading_step.ts";
export type { RepositoryReading } from "./repository_reading.ts";
