import type { CommitHash, RepoPath } from "../../contracts/addresses.ts";
import type { ContentId, Diagnostic, Skill, SkillDocument } from "../../contracts/domain.ts";
import type {
  BrowseEntry,
  BrowseResult,
  FileResult,
  FolderSummary,
  MountOverview,
  SearchItem,
  SearchResult,
  SkillResult,
} from "../../contracts/reading.ts";
import type { CommitCitation } from "../../contracts/source.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

export function at(path: string): RepoPath {
  return path as RepoPath;
}

export function aSource(some: Partial<CommitCitation> = {}): CommitCitation {
  return {
    kind: "commit",
    repository: "gh/acme/library",
    address: "/gh/acme/library/marketing",
    pinnedAddress: `/gh/acme/library@${COMMIT}/marketing`,
    path: at("marketing"),
    commit: COMMIT as CommitHash,
    revision: { kind: "branch", name: "main" },
    pinned: false,
    verified: false,
    ...some,
  };
}

export function aFolder(path: string, some: Partial<FolderSummary> = {}): FolderSummary {
  return {
    path: at(path),
    name: null,
    description: null,
    manifestPath: null,
    overview: null,
    counts: { skills: 2, documents: 1 },
    ...some,
  };
}

export function aSkillEntry(path: string, some: Partial<BrowseEntry & { kind: "skill" }> = {}): BrowseEntry {
  return {
    kind: "skill",
    path: at(`${path}/SKILL.md`),
    browsePath: at(path),
    name: path.slice(path.lastIndexOf("/") + 1),
    description: "Does one thing well. Use it for that thing.",
    licence: null,
    serving: "full",
    unlisted: null,
    duplicateOf: null,
    overviewPath: null,
    files: 0,
    nestedSkills: 0,
    ...some,
  };
}

export function aFileEntry(path: string, some: Partial<BrowseEntry & { kind: "file" }> = {}): BrowseEntry {
  return {
    kind: "file",
    path: at(path),
    role: "document",
    size: 100,
    least: false,
    title: null,
    summary: null,
    readable: "yes",
    problem: null,
    ...some,
  };
}

const continuation = {
  nextCursor: null,
  cursorAt: (position: number) => `cursor-at-${position}`.padEnd(22, "-"),
};

export function aBrowse(entries: readonly BrowseEntry[], some: Partial<BrowseResult> = {}): BrowseResult {
  return {
    source: aSource(),
    partial: [],
    folder: aFolder("marketing"),
    entries,
    start: 0,
    total: entries.length,
    diagnostics: { shown: [], more: 0 },
    limit: null,
    ...continuation,
    ...some,
  };
}

export function anItem(path: string, some: Partial<SearchItem> = {}): SearchItem {
  return {
    kind: "skill",
    path: at(path),
    title: "ad-copy",
    description: "Writes short ads.",
    describedOnly: null,
    unlisted: null,
    match: { field: "name", path: at(path), excerpt: null },
    files: [],
    moreFiles: 0,
    ...some,
  };
}

export function aSearch(items: readonly SearchItem[], some: Partial<SearchResult> = {}): SearchResult {
  return {
    source: aSource(),
    partial: [],
    query: "short ads",
    scope: at("marketing"),
    items,
    start: 0,
    total: items.length,
    diagnostics: { shown: [], more: 0 },
    limit: null,
    ...continuation,
    ...some,
  };
}

export function aDocument(missing: readonly Diagnostic[] = []): SkillDocument {
  return {
    content: "document:0" as ContentId,
    bytes: 0,
    sha256: "0".repeat(64),
    contextStart: 0,
    sections: [],
    missing,
  };
}

export function aSkill(some: Partial<Skill> = {}): Skill {
  const path = some.path ?? at("marketing/skills/ad-copy/SKILL.md");
  return {
    path,
    directory: at(path.slice(0, -"/SKILL.md".length)),
    name: "ad-copy",
    description: "Writes short ads. Use it for headlines.",
    licence: null,
    compatibility: null,
    allowedTools: null,
    metadata: [],
    translations: [],
    fields: { entries: [] },
    warnings: [],
    unlisted: null,
    duplicateOf: null,
    files: [],
    references: [],
    serving: "full",
    document: aDocument(),
    unpublished: null,
    ...some,
  };
}

/** The first and only page of a context that is `text`. */
export function aSkillPage(
  text: string,
  skill: Skill = aSkill(),
  some: Partial<SkillResult> = {},
): SkillResult {
  const total = new TextEncoder().encode(text).length;
  return {
    source: aSource(),
    partial: [],
    skill,
    describedOnly: null,
    listing: { files: skill.files, moreFiles: 0, references: skill.references },
    context: {
      start: 0,
      end: total,
      total,
      text,
      sections: [{ kind: "instructions", path: skill.path, start: 0, text: 0, end: total }],
    },
    complete: skill.document?.missing.length === 0,
    ...continuation,
    ...some,
  };
}

export function aFilePage(text: string, some: Partial<FileResult> = {}): FileResult {
  const length = [...text].length;
  return {
    source: aSource(),
    partial: [],
    path: at("marketing/docs/brand-voice.md"),
    offset: 0,
    length,
    totalLength: length,
    nextOffset: null,
    text,
    lfsPointer: false,
    ...some,
  };
}

export function anOverview(some: Partial<MountOverview> = {}): MountOverview {
  return {
    source: aSource(),
    repositoryDescription: null,
    folder: aFolder("marketing"),
    state: {
      kind: "ready",
      partial: [],
      counts: { skills: 2, documents: 1 },
      uriPrefix: "skill://gh/acme/library/marketing/",
      invalidSkills: 0,
      folders: [],
      moreFolders: false,
      diagnostics: { shown: [], more: 0 },
    },
    ...some,
  };
}
