import type { RepoPath } from "../../../contracts/addresses.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { PUBLISHED_SKILL_LIMITS, UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import type { IgnoredFile, UploadedFile } from "../../../contracts/library/publishing.ts";
import type { UploadFlaw } from "../../../contracts/problems.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { baseName, comparePaths, foldedPath, isPortablePath, parseRepoPath } from "../../format/mod.ts";
import { type BlockedTypes, isBlockedPath, isExecutable } from "./blocked_files.ts";
import { fileTooLarge, flawed, tooManyBytes, tooManyFiles } from "./_refusals.ts";
import type { SentFile } from "./sent_file.ts";

/** Files that may be published together, in path order. */
export interface JudgedTree {
  readonly files: readonly UploadedFile[];
  readonly ignored: readonly IgnoredFile[];
}

/**
 * Holds files from anywhere to what a tree of files may be (docs/design/library-rest.md "Uploads"): sizes, paths,
 * names that no two disks agree on, programs. One top directory that all share is taken off. Whether they are a
 * skill is not asked here.
 */
export function judgeTree(sent: readonly SentFile[], blocked: BlockedTypes): Result<JudgedTree, Failure> {
  const { files: meant, ignored } = withoutNoise(sent);
  const large = sizeFailure(meant);
  if (large !== null) return large;
  const parsed = parsePaths(meant);
  if (!parsed.ok) return flawed(parsed.error);
  const files = withoutTopDirectory(parsed.value).sort((one, other) => comparePaths(one.path, other.path));
  const clashes = clashesOf(files);
  if (clashes.length > 0) return flawed(clashes);
  const program = files.find(({ path, bytes }) =>
    blocked.size > 0 && (isBlockedPath(path, blocked) || isExecutable(bytes))
  );
  if (program !== undefined) return failure({ code: "publish.blocked_file", path: program.path });
  return success({ files, ignored });
}

/** What macOS puts beside files, in archives and on disks that know no attributes. */
const NOISE = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|\._[^/]*)$/;

function withoutNoise(sent: readonly SentFile[]) {
  const files: SentFile[] = [];
  const ignored: IgnoredFile[] = [];
  for (const file of sent) {
    if (!NOISE.test(file.path)) {
      files.push(file);
      continue;
    }
    const path = parseRepoPath(file.path);
    if (path.ok) ignored.push({ path: path.value, reason: "macOS keeps attributes of other files in it" });
  }
  return { files, ignored };
}

function sizeFailure(files: readonly SentFile[]): Result<never, Failure> | null {
  if (files.length > PUBLISHED_SKILL_LIMITS.files) return tooManyFiles();
  const large = files.find(({ bytes }) => bytes.length > UPLOAD_LIMITS.fileBytes);
  if (large !== undefined) return fileTooLarge(large.path, large.bytes.length);
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return total > PUBLISHED_SKILL_LIMITS.bytes ? tooManyBytes() : null;
}

function parsePaths(sent: readonly SentFile[]): Result<UploadedFile[], readonly UploadFlaw[]> {
  const files: UploadedFile[] = [];
  const flaws: UploadFlaw[] = [];
  for (const { path: written, bytes } of sent) {
    const path = parseRepoPath(written);
    if (!path.ok || written === "") {
      const reason = path.ok ? "the path is empty" : path.error;
      flaws.push(flaw(written, "path_invalid", reason));
    } else if (!isPortablePath(written)) {
      flaws.push(flaw(written, "name_not_portable", "Windows cannot hold this name"));
    } else files.push({ path: path.value, bytes });
  }
  return flaws.length > 0 ? failure(flaws) : success(files);
}

function withoutTopDirectory(files: UploadedFile[]): UploadedFile[] {
  const [first] = files;
  const top = first === undefined ? "" : first.path.slice(0, first.path.indexOf("/") + 1);
  if (top === "" || !files.every(({ path }) => path.startsWith(top))) return files;
  return files.flatMap(({ path, bytes }) => {
    const below = parseRepoPath(path.slice(top.length));
    return below.ok ? [{ path: below.value, bytes }] : [];
  });
}

/** Two files with one path, two that many disks take for one, and a file where another needs a directory. */
function clashesOf(files: readonly UploadedFile[]): UploadFlaw[] {
  const taken = new Map<string, RepoPath>();
  const flaws: UploadFlaw[] = [];
  for (const { path } of files) {
    const folded = foldedPath(path);
    const other = taken.get(folded);
    if (other === undefined) taken.set(folded, path);
    else if (other === path) flaws.push(flaw(path, "path_repeated", "two files have this path"));
    else {
      flaws.push(
        ...[path, other].map((one) =>
          flaw(one, "name_not_portable", "another file differs from it by letter case or Unicode form alone")
        ),
      );
    }
  }
  for (const { path } of files) {
    const at = directoriesOf(path).map((directory) => taken.get(foldedPath(directory)));
    const file = at.find((found) => found !== undefined);
    if (file !== undefined) {
      flaws.push(flaw(file, "path_repeated", `it is a directory too, of "${baseName(path)}"`));
    }
  }
  return flaws;
}

function directoriesOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
}

function flaw(path: string, code: UploadFlaw["code"], reason: string): UploadFlaw {
  return { path, code, severity: "error", message: `Cannot publish the file: ${reason}` };
}
