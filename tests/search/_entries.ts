import type { RepoPath } from "../../contracts/addresses.ts";
import type { SearchEntry, SearchFields, SearchReader } from "../../contracts/search_index.ts";
import { createSearchIndex } from "../../src/search/mod.ts";

export interface TestFile extends Partial<SearchFields> {
  readonly path: string;
  /** The owning SKILL.md; by default the file stands for itself. */
  readonly group?: string;
  readonly fingerprint?: string;
}

export function repoPath(path: string): RepoPath {
  return path as RepoPath;
}

export function toEntry(file: TestFile): SearchEntry {
  const fields: SearchFields = {
    name: file.name ?? "",
    description: file.description ?? "",
    headings: file.headings ?? [],
    body: file.body ?? "",
    language: file.language ?? null,
  };
  return {
    path: repoPath(file.path),
    group: repoPath(file.group ?? file.path),
    fingerprint: file.fingerprint ?? JSON.stringify(fields),
    fields: () => Promise.resolve(fields),
  };
}

export function toEntries(files: readonly TestFile[]): readonly SearchEntry[] {
  return files.map(toEntry).sort((a, b) => a.path < b.path ? -1 : 1);
}

/** A skill `skills/<name>` as most tests need it. */
export function skill(name: string, description: string, body = "", directory = `skills/${name}`): TestFile {
  return { path: `${directory}/SKILL.md`, name, description, body };
}

/** Builds, stores and opens an index of the files. */
export async function openIndex(files: readonly TestFile[]): Promise<SearchReader> {
  const engine = createSearchIndex();
  const reader = await engine.open(await engine.build(toEntries(files), null));
  if (reader === null) throw new Error("Cannot open an index that was just built");
  return reader;
}

/** The paths that a search answers, in order. */
export function found(reader: SearchReader, query: string, within = ""): readonly string[] {
  return reader.search(query, repoPath(within)).hits.map(({ path }) => path);
}
