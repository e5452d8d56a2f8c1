/** Pure reading of untrusted text and bytes: no I/O, and no function here throws on any input. */

export { parseAddress } from "./address.ts";
export { assembleContext, type ContextPart, type ContextPlan } from "./assemble_context.ts";
export { classifyLicenceField } from "./classify_licence_field.ts";
export { classifyLicenceText } from "./classify_licence_text.ts";
export { countCodePoints, exceedsCodePoints } from "./code_points.ts";
export { contentIdOf } from "./content_id.ts";
export { decodeText } from "./decode_text.ts";
export { roleOf } from "./file_role.ts";
export { formatAddress } from "./format_address.ts";
export { gitBlobHash, parseBlobHash, parseCommitHash } from "./hashes.ts";
export { parseHostKey } from "./host_key.ts";
export { inspectFile } from "./inspect_file.ts";
export { licenceFileRank } from "./licence_files.ts";
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
  comparePaths,
  directoryOf,
  isWithin,
  joinPath,
  parseRepoPath,
  ROOT_PATH,
} from "./repo_path.ts";
export { safetyFindings } from "./safety_findings.ts";
export { skillUri } from "./skill_uri.ts";
