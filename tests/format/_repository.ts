import { createHash } from "node:crypto";
import type { CommitHash } from "../../contracts/addresses.ts";
import type { Catalog, FileFacts, Folder, ServedFile, Skill, TreeEntry } from "../../contracts/domain.ts";
import { DEFAULT_READING_LIMITS, type ReadingLimits } from "../../contracts/limits.ts";
import type { ServingMode } from "../../contracts/mounts.ts";
import {
  assembleDocument,
  contentIdOf,
  type FactsRequest,
  finishCatalog,
  gitBlobHash,
  inspectFile,
  parseCommitHash,
  readRepository,
  type RepositoryReading,
} from "../../src/format/mod.ts";

/** A file by its text or bytes, or an entry that is no file. */
export type Content = string | Uint8Array | { readonly mode: "symlink" | "submodule" };

export interface ReadOptions {
  readonly limits?: Partial<ReadingLimits>;
  /** Files whose bytes the host does not give. */
  readonly unavailable?: readonly string[];
  /** `full` unless said otherwise. */
  readonly serving?: ServingMode;
  readonly sourceUrl?: (path: string) => string | null;
}

/** A reading with short ways to what tests look at. */
export interface ReadFiles extends RepositoryReading {
  readonly catalog: Catalog;
  /** What was asked for, in order. */
  readonly requested: readonly string[];
  skill(path: string): Skill;
  file(path: string): ServedFile | undefined;
  folder(path: string): Folder | undefined;
  /** `<kind> <path>` of each entry of a folder, in order. */
  entries(path: string): readonly string[];
  /** `<kind> <path>` of each served file. */
  readonly served: readonly string[];
  /** `<code> <path>` of each diagnostic. */
  readonly problems: readonly string[];
  document(path: string): string;
  /** The part of a skill's document that `load_skill` gives. */
  context(path: string): string;
}

export const COMMIT: CommitHash = commit();

export function entriesOf(files: Readonly<Record<string, Content>>): readonly TreeEntry[] {
  return Object.entries(files).map(([path, content]) => {
    const bytes = bytesOf(content);
    const hash = gitBlobHash(bytes);
    if (typeof content === "object" && "mode" in content) {
      return { path, mode: content.mode, hash, size: content.mode === "submodule" ? null : 10 };
    }
    return { path, mode: "file", hash, size: bytes.length };
  });
}

/** Reads a repository of these files, answering what it asks for as an indexer would. */
export function readFiles(files: Readonly<Record<string, Content>>, options: ReadOptions = {}): ReadFiles {
  const limits = { ...DEFAULT_READING_LIMITS, ...options.limits };
  const bytes = new Map(Object.entries(files).map(([path, content]) => [path, bytesOf(content)]));
  const stored = new Map([...bytes.values()].map((value) => [contentIdOf(gitBlobHash(value)), value]));
  const requested: string[] = [];
  const answer = (wanted: readonly FactsRequest[]): ReadonlyMap<string, FileFacts> => {
    const facts = new Map<string, FileFacts>();
    for (const { path } of wanted) {
      requested.push(path);
      const content = bytes.get(path);
      if (content === undefined || options.unavailable?.includes(path)) continue;
      facts.set(path, inspectFile(path, content, limits));
    }
    return facts;
  };

  const tree = { entries: entriesOf(files), truncated: false };
  const reading = readRepository({
    commit: COMMIT,
    repositoryName: "library",
    tree,
    limits,
    serving: options.serving ?? "full",
    sourceUrl: options.sourceUrl ?? ((path) => `https://raw.example/${path}`),
  });
  let step = reading.next(new Map());
  while (!step.done) step = reading.next(answer(step.value));
  const assembled = new Map(step.value.documents.map((plan) => [
    plan.content,
    assembleDocument(plan, (id) => found(stored.get(id), id)),
  ]));
  const digests = Array.from(
    assembled,
    ([id, bytes]) => [id, createHash("sha256").update(bytes).digest("hex")] as const,
  );
  const catalog = finishCatalog(step.value.draft, new Map(digests));
  const bytesOfDocument = (path: string) => {
    const skill = catalog.skills.find((skill) => skill.path === path);
    return found(skill?.document && assembled.get(skill.document.content), path);
  };

  const folder = (path: string) => catalog.folders.find((folder) => folder.path === path);
  return {
    ...step.value,
    catalog,
    requested,
    skill: (path) => found(catalog.skills.find((skill) => skill.path === path), path),
    file: (path) => catalog.files.find((file) => file.path === path),
    folder,
    entries: (path) =>
      folder(path)?.entries.map((entry) => {
        if (entry.kind === "folder") return `folder ${entry.path}`;
        if (entry.kind === "skill") return `skill ${catalog.skills[entry.skill]?.path}`;
        return `file ${catalog.files[entry.file]?.path}`;
      }) ?? [],
    served: catalog.files.map(({ kind, path }) => `${kind} ${path}`),
    problems: catalog.diagnostics.map(({ code, path }) => `${code} ${path}`),
    document: (path) => new TextDecoder().decode(bytesOfDocument(path)),
    context(path) {
      const skill = catalog.skills.find((skill) => skill.path === path);
      return new TextDecoder().decode(bytesOfDocument(path).subarray(skill?.document?.contextStart));
    },
  };
}

/** A valid SKILL.md. `fields` are further lines of its front matter. */
export function skill(name: string, body = `Do ${name}.\n`, fields = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${fields}---\n${body}`;
}

/** A valid SKILLCDN.md. */
export function manifest(fields = "", body = ""): string {
  return `---\ndescription: A part.\n${fields}---\n${body}`;
}

function bytesOf(content: Content): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return new TextEncoder().encode(typeof content === "string" ? content : "../target");
}

function found<Value>(value: Value | null | undefined, name: string): Value {
  if (value === undefined || value === null) throw new Error(`Cannot find "${name}": not in the reading`);
  return value;
}

function commit(): CommitHash {
  const parsed = parseCommitHash("0123456789abcdef0123456789abcdef01234567");
  if (!parsed.ok) throw new Error(`Cannot parse the commit: ${parsed.error}`);
  return parsed.value;
}
