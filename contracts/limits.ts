/** Bounds of the address grammar, in characters (docs/design/addresses.md "Grammar"). */
export const ADDRESS_LIMITS = { address: 2048, ref: 255, path: 1024 } as const;

/** How long what a git host said last is served while it cannot be asked. */
export const STALE_SECONDS = 86_400;

/** How long a process goes on with what it has in memory while its store cannot be read. */
export const STORE_OUTAGE_SECONDS = 600;

/** How long it then goes on vouching for repositories, by lists that may have changed. */
export const TRUST_OUTAGE_SECONDS = 120;

/**
 * Bounds that decide what a commit serves. Changing one changes the reading-rule version, so that a
 * snapshot made under other bounds is never served as if it were made under these.
 */
export interface ReadingLimits {
  /** Larger Markdown and JSON files are listed and readable, not searched. Bytes. */
  readonly indexedFileBytes: number;
  /** Larger files are not stored; they are named with their size and source. Bytes. */
  readonly readFileBytes: number;
  readonly servedFiles: number;
  readonly treeEntries: number;
  /** Sum over the stored files of a commit. Bytes. */
  readonly storedBytes: number;
}

/** The most that `readFileBytes` may be set to. */
export const LARGEST_READ_BYTES = 16 * 1024 * 1024;

export const DEFAULT_READING_LIMITS: ReadingLimits = {
  indexedFileBytes: 512 * 1024,
  readFileBytes: 2 * 1024 * 1024,
  servedFiles: 10_000,
  treeEntries: 100_000,
  storedBytes: 64 * 1024 * 1024,
};

/** Bounds of declarations and links, fixed by the format. Characters unless said otherwise. */
export const FORMAT_LIMITS = {
  frontMatter: 16_384,
  declarationFile: 524_288,
  name: 64,
  description: 1024,
  license: 200,
  compatibility: 500,
  includes: 20,
  translations: 32,
  title: 200,
  manifestName: 100,
  documents: 20,
  exclusions: 100,
  summary: 200,
  linkEdges: 8,
  linksPerFile: 2000,
  linkCharacters: 524_288,
  /** Short lines cost a Markdown parser far more than long ones, so characters alone bound no time. */
  linkLines: 10_000,
  headings: 200,
  metadataPairs: 128,
  /** Diagnostics kept per commit; the rest is counted. */
  diagnostics: 1000,
} as const;

/** What every host must hold of one skill (specification of the skills extension, "Limits"). */
export const PUBLISHED_SKILL_LIMITS = {
  /** Its SKILL.md included. */
  files: 512,
  bytes: 16 * 1024 * 1024,
} as const;

/** What an upload may bring (docs/design/library-rest.md "Uploads"), beside the limits of a published skill. */
export const UPLOAD_LIMITS = {
  /** One file of it. */
  fileBytes: 2 * 1024 * 1024,
  /** The whole request; and what an archive is when it is no longer compressed. */
  requestBytes: 20 * 1024 * 1024,
  /** For all of it to arrive. */
  requestMs: 120_000,
  /** What all uploads that are being read may hold. */
  inFlightBytes: 256 * 1024 * 1024,
  /** The headers of one part of a form: a path is in them. */
  partHeaderBytes: 8 * 1024,
  /** A field of a form that is no file. The paths of all files are the longest. */
  fieldBytes: 1024 * 1024,
  fields: 16,
  /** Entries of an archive, with directories. */
  entries: 4096,
} as const;

/**
 * What installers take. The most used one refuses an archive of more files or bytes; what a listing
 * names in all is bounded because a skill's archive holds the files of the skills nested in it, again.
 */
export const INSTALL_LIMITS = {
  files: 1000,
  bytes: 50 * 1024 * 1024,
  /** UTF-16 code units: what is longer makes the entry invalid. */
  description: 1024,
  listing: { files: 20_000, bytes: 256 * 1024 * 1024 },
  /** Installers wait 10 seconds for all they ask an address, and a moment of that is on the way. */
  waitMs: 8000,
} as const;

/** Bounds of the MCP surface (docs/design/mcp.md "Results and continuations"). */
export const MCP_LIMITS = {
  /** The serialized tool result, envelope and `_meta` included. UTF-8 bytes. */
  resultBytes: 24_576,
  /** Context text of one `load_skill` page. UTF-8 bytes. */
  contextPageBytes: 16_384,
  /** Paths of supporting files, and of references, on a first page. UTF-8 bytes. */
  pathListBytes: 3072,
  /** Connection instructions. Characters. */
  instructions: 2000,
  /** One header value of a result. Characters. */
  headerValue: 1024,
  metadataPairs: 32,
  foldedFiles: 5,
  browse: { default: 20, max: 200 },
  search: { default: 5, max: 25, query: 500 },
  read: { default: 40_000, max: 100_000 },
  cursor: 512,
  /** A resource's URI: an address and a path, each character escaped at its longest. Characters. */
  uri: 32_768,
  /** Entries of a page of `skills/list`, `resources/list` and `resources/directory/read`. */
  entries: { skills: 20, resources: 20, directory: 200 },
  bodyBytes: 1024 * 1024,
  batch: 20,
  /** Of a batch; once its answers are longer, the requests behind them are refused. UTF-16 code units. */
  batchAnswers: 4 * 1024 * 1024,
} as const;

/** Bounds of the REST surface (docs/design/rest.md "REST API"). */
export const REST_LIMITS = {
  browse: { default: 50, max: MCP_LIMITS.browse.max },
  search: { default: 10, max: MCP_LIMITS.search.max },
  read: MCP_LIMITS.read,
  /** Skills, and documents, that a mount's answer lists. */
  listed: 100,
  /** Files, and references, that the first page of a skill names. */
  paths: 200,
} as const;

/** Bounds of a comparison of two commits (docs/design/rest.md "What changed"). */
export const DIFF_LIMITS = {
  /** Files of a side. */
  compared: 5000,
  /** Changed files that are named. */
  files: 300,
  /** Changed files whose lines are told, and how large a side of those may be. Bytes. */
  shownFiles: 40,
  shownBytes: 256 * 1024,
  /** Lines of all files together. */
  lines: 10_000,
} as const;

/** Bounds of the library's part of it (docs/design/library-rest.md "Account answers"). */
export const LIBRARY_REST_LIMITS = {
  /** Skills a page; and files, of which a page that tells of them ends behind the skill that reaches them. */
  list: { default: 200, max: 1000, files: 10_000 },
  audit: { default: 100, max: 1000 },
  changes: { default: 100, max: 500 },
  /** What its publisher says of a version. UTF-8 bytes. */
  notes: 2048,
  /** Why a version was yanked. Characters. */
  reason: 500,
  /** A request in JSON. Bytes. */
  bodyBytes: 16 * 1024,
} as const;

/** Bounds of what is on its way between a client and this server, beside those of its surface. */
export const TRAFFIC_LIMITS = {
  /** For a whole body to arrive. */
  bodyMs: 30_000,
  /** Answers up to this are handed to the runtime whole and not counted. */
  smallAnswerBytes: 64 * 1024,
  /** What all larger answers on their way may hold. */
  inFlightBytes: 256 * 1024 * 1024,
  /** How long a client may leave what is there for it unread. */
  unreadMs: 60_000,
  /** A text in the log. Characters. */
  logValue: 2000,
} as const;

/** Pictures of owners, which lie where their host says. */
export const AVATAR_LIMITS = { bytes: 256 * 1024, cacheBytes: 4 * 1024 * 1024, timeoutMs: 5000 } as const;

/** How often a host may be asked again because somebody says so. */
export const REFRESH_LIMITS = {
  repositoryMs: 10_000,
  /** At once, and then one in each `clientMs`. */
  client: 30,
  clientMs: 60_000,
} as const;

/** Deno KV bounds, measured (docs/design/snapshots.md "Deno KV, cron, Deploy"). */
export const KV_LIMITS = {
  /** Bytes of one stored chunk, under KV's 65,536 a value. */
  chunkBytes: 63 * 1024,
  chunksPerAtomic: 12,
  /** A pack is closed once it holds this many uncompressed bytes. */
  packBytes: 192 * 1024,
  /** KV takes 1,000, but of all their keys together only 80 KiB. */
  mutationsPerAtomic: 100,
} as const;
