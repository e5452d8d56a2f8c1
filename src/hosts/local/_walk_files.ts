import { children } from "./_directories.ts";
import type { FileNames } from "./_file_names.ts";
import { unlessChanged } from "./_unreadable.ts";

/**
 * The files of a directory outside any repository. Links are listed and not entered; nor is a
 * repository further down, whose ignored files nobody here could tell. Ends early when `signal` aborts.
 */
export async function walkFiles(
  directory: string,
  maxFiles: number,
  signal: AbortSignal,
): Promise<FileNames> {
  const files = new Map<string, null>();
  const directories = [""];
  for (let path = directories.pop(); path !== undefined; path = directories.pop()) {
    const room = maxFiles - files.size - directories.length;
    if (signal.aborted) break;
    const entries = await unlessChanged(children(`${directory}/${path}`, room + 1)) ?? [];
    if (path !== "" && entries.some(({ name }) => name === ".git")) continue;
    if (entries.length > room) return { files, truncated: true };
    for (const { name, isDirectory } of entries) {
      if (isDirectory && name !== ".git") directories.push(`${path}${name}/`);
      else if (name !== ".git") files.set(path + name, null);
    }
  }
  return { files, truncated: false };
}
