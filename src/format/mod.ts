/** Pure reading of untrusted text and bytes: no I/O, and no function here throws on any input. */

export { parseAddress } from "./address.ts";
export { assembleDocument, type DocumentPart, type DocumentPlan } from "./assemble_document.ts";
export { classifyLicenceField } from "./classify_licence_field.ts";
export { classifyLicenceText } from "./classify_licence_text.ts";
export { countCodePoints, exceedsCodePoints } from "./code_points.ts";
export { contentIdOf } from "./content_id.ts";
export { decodeText } from "./decode_text.ts";
export { roleOf } from "./file_role.ts";
export { type CatalogDraft, finishCatalog } from "./finish_catalog.ts";
export { formatAddress } from "./format_address.ts";
export { gitBlobHash, parseBlobHash, parseCommitHash } from "./hashes.ts";
export { parseHostKey } from "./host_key.ts";
export { inspectFile } from "./inspect_file.ts";
export { findInvisible, invisibleCharacters } from "./invisible_characters.ts";
export { licenceFileRank } from "./licence_files.ts";
export { DIRECTORY_MEDIA_TYPE, mediaTypeOf } from "./media_type.ts";
export { oneLine, shorten } from "./one_line.ts";
export { openCatalog } from "./open_catalog.ts";
export {
  type FactsRequest,
  readRepository,
  type RepositoryInput,
  type RepositoryReading,
  type SearchableFile,
} from "./read_repository.ts";
export { type ReadingRules, readingRules } from "./reading_rules.ts";
export { parseRefName } from "./ref_name.ts";
export {
  baseName,
  childTowards,
  comparePaths,
  directoryOf,
  isWithin,
  joinPath,
  parseRepoPath,
  ROOT_PATH,
} from "./repo_path.ts";
export { safetyFindings } from "./safety_findings.ts";
export { type SkillUris, skillUris } from "./skill_uris.ts";
