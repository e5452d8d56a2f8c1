/** Pure reading of untrusted text and bytes: no I/O, and no function here throws on any input. */

export { parseAddress } from "./address.ts";
export { countCodePoints, exceedsCodePoints, takeCodePoints } from "./code_points.ts";
export { decodeText } from "./decode_text.ts";
export { roleOf } from "./file_role.ts";
export { formatAddress } from "./format_address.ts";
export { gitBlobHash, parseBlobHash, parseCommitHash } from "./hashes.ts";
export { parseHostKey } from "./host_key.ts";
export { findInvisible } from "./invisible_characters.ts";
export { oneLine, shorten } from "./one_line.ts";
export { parseRefName } from "./ref_name.ts";
export {
  ancestorsOf,
  baseName,
  comparePaths,
  directoryOf,
  isWithin,
  joinPath,
  parseRepoPath,
  ROOT_PATH,
} from "./repo_path.ts";
export { skillUri } from "./skill_uri.ts";
