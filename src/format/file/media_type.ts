import type { RepoPath } from "../../../contracts/addresses.ts";
import { baseName } from "../address/repo_path.ts";

/** A directory, as the skills extension spells it. */
export const DIRECTORY_MEDIA_TYPE = "inode/directory";

const BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ["avif", "image/avif"],
  ["bash", "application/x-sh"],
  ["bmp", "image/bmp"],
  ["css", "text/css"],
  ["csv", "text/csv"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["gif", "image/gif"],
  ["gz", "application/gzip"],
  ["htm", "text/html"],
  ["html", "text/html"],
  ["ico", "image/vnd.microsoft.icon"],
  ["jpeg", "image/jpeg"],
  ["jpg", "image/jpeg"],
  ["js", "text/javascript"],
  ["json", "application/json"],
  ["jsonl", "application/jsonl"],
  ["markdown", "text/markdown"],
  ["md", "text/markdown"],
  ["mdx", "text/markdown"],
  ["mjs", "text/javascript"],
  ["mp3", "audio/mpeg"],
  ["mp4", "video/mp4"],
  ["otf", "font/otf"],
  ["pdf", "application/pdf"],
  ["png", "image/png"],
  ["pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  ["py", "text/x-python"],
  ["rtf", "application/rtf"],
  ["sh", "application/x-sh"],
  ["svg", "image/svg+xml"],
  ["tar", "application/x-tar"],
  ["toml", "application/toml"],
  ["tsv", "text/tab-separated-values"],
  ["ttf", "font/ttf"],
  ["txt", "text/plain"],
  ["wasm", "application/wasm"],
  ["wav", "audio/wav"],
  ["webm", "video/webm"],
  ["webp", "image/webp"],
  ["woff", "font/woff"],
  ["woff2", "font/woff2"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["xml", "application/xml"],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
  ["zip", "application/zip"],
]);

/**
 * The media type of a served file: its extension's, else plain text or unknown bytes. A Git LFS pointer
 * is text that stands for the file, whatever its extension promises.
 */
export function mediaTypeOf({ path, isText, lfsPointer }: {
  readonly path: RepoPath;
  readonly isText: boolean;
  readonly lfsPointer: boolean;
}): string {
  if (lfsPointer) return "text/plain";
  const [, extension = ""] = /\.([^.]*)$/.exec(baseName(path)) ?? [];
  return BY_EXTENSION.get(extension.toLowerCase()) ??
    (isText ? "text/plain" : "application/octet-stream");
}
