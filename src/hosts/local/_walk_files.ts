import { children } from "./_directories.ts";
import { unlessChanged } from "./_unreadable.ts";

/**
 * The files of a directory outside any repository. Links are listed and not entered; nor is a
 * repository further down, whose ignored files nobody here could tell. Ends early when `signal` aborts.
 */
export async function walkFiles(
  directory: string,
  maxFiles: number,
  signal: AbortSignal,
): Promise<{ readonly paths: readonly string[]; readonly truncated: boolean }> {
  const paths: string[] = [];
  const directories = [""];
  for (let path = directories.pop(); path !== undefined; path = directories.pop()) {
    const room = maxFiles - paths.length - directories.length;
    if (signal.aborted) break;
    const entries = await unlessChanged(children(`${directory}/${path}`, room + 1)) ?? [];
    if (path !== "" && entries.some(({ name }) => name === ".git")) continue;
    if (entries.length > room) return { paths, truncated: true };
    for (const { name, isDirectory } of entries) {
      if (isDirectory && name !== ".git") directories.push(`${path}${name}/`);
      else if (name !== ".git") paths.push(path + name);
    }
  }
  return { paths, truncated: false };
}
