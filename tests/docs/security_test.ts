import assert from "node:assert/strict";
import {
  ADDRESS_LIMITS,
  AVATAR_LIMITS,
  FORMAT_LIMITS,
  INSTALL_LIMITS,
  KV_LIMITS,
  MCP_LIMITS,
  PUBLISHED_SKILL_LIMITS,
  REFRESH_LIMITS,
  REST_LIMITS,
  STALE_SECONDS,
  STORE_OUTAGE_SECONDS,
  TRAFFIC_LIMITS,
  TRUST_OUTAGE_SECONDS,
  UPLOAD_LIMITS,
} from "../../contracts/limits.ts";
import { ADMIN_BODY_BYTES, WEBHOOK_BODY_BYTES } from "../../contracts/rest/requests.ts";
import { MOST_KEYS } from "../../src/auth/mod.ts";
import { SETTINGS } from "../../src/config/mod.ts";
import { DEFAULT_GIT_LIMITS } from "../../src/hosts/git/mod.ts";

type Told<Limits> = Readonly<Record<keyof Limits, string>>;

/** A bound that is added to the code and not told here is an error of types. */
const FORMAT: Told<typeof FORMAT_LIMITS> = {
  frontMatter: "The front matter of a file, characters",
  declarationFile: "A file that declares something (`SKILL.md`, `SKILLCDN.md`), bytes",
  name: "A skill's name, characters",
  description: "A description, characters",
  license: "The licence that a skill names, characters",
  compatibility: "What a skill says it is compatible with, characters",
  includes: "Files that a skill includes",
  translations: "Translations of a declaration",
  title: "A title, characters",
  manifestName: "The name of a folder, characters",
  documents: "Documents that a manifest names",
  exclusions: "Exclusions of a manifest",
  summary: "A summary that is taken from a text, characters",
  linkEdges: "Links that are followed one after another",
  linksPerFile: "Links of a file that are looked at",
  linkCharacters: "How far a file is searched for links, characters",
  linkLines: "How far a file is searched for links, lines",
  headings: "Headings of a file that are searched",
  metadataPairs: "Pairs of metadata of a skill",
  diagnostics: "Problems of a commit that are told; the rest is counted",
};

const GIT: Told<typeof DEFAULT_GIT_LIMITS> = {
  controlBytes: "A reply of a git host but for its pack, bytes",
  emptyPackets: "Packets of it that carry nothing",
  refs: "Refs that a git host tells",
  packBytes: "A pack, before only what may be served is asked for, bytes",
  streamBytes: "A pack that has to be read to its end, bytes",
  heldBytes: "What is held of a pack's files, bytes",
  directoryBytes: "What is held of its commits and directories, bytes",
  newBytes: "A pack of what is new in a commit, bytes",
  packObjects: "Objects of a pack",
  objectBytes: "An object that is kept, bytes",
  expandedBytes: "What the objects of a pack inflate to, bytes",
  workBytes: "What is inflated for a pack, bases that are read again included, bytes",
  cachedBytes: "Objects that are held inflated, bytes",
  deltaChain: "Deltas upon deltas",
  treeDepth: "Directories in directories",
  historyBytes: "History that proves a commit, bytes",
  sizeRequests: "Requests for sizes, of one commit",
  sizeBytes: "What one of them reads, bytes",
  redirects: "Redirects that are followed, never to another origin",
  silenceMs: "Silence of a git host, ms",
  exchangeMs: "A whole exchange with it, ms",
  keptBytes: "Packs that are kept until their files are read, bytes",
  keptMs: "How long such a pack is kept, ms",
};

const KV: Told<typeof KV_LIMITS> = {
  chunkBytes: "A chunk in the store, bytes",
  chunksPerAtomic: "Chunks of one write",
  packBytes: "A pack of files in the store, bytes",
  mutationsPerAtomic: "Changes of one write",
};

function rowsOf<Limits extends Readonly<Record<string, number>>>(
  told: Told<Limits>,
  limits: Limits,
): readonly (readonly [string, string])[] {
  return Object.entries(told).map(([name, what]) => [String(what), String(limits[name])]);
}

/** A number that a file keeps to itself, as its source has it. */
async function own(file: string, name: string): Promise<number> {
  const source = await Deno.readTextFile(new URL(`../../src/${file}`, import.meta.url));
  const [, product] = new RegExp(`\\bconst ${name} = ([\\d_]+(?: \\* [\\d_]+)*);`).exec(source) ?? [];
  assert(product !== undefined, `${file} has no ${name}`);
  return product.split(" * ").reduce((all, factor) => all * Number(factor.replaceAll("_", "")), 1);
}

const SIGN_IN: readonly (readonly [what: string, bound: string])[] = [
  ["How long a git host's yes about a person is believed", setting("PERMISSION_TTL_SECONDS", "s")],
  [
    "How long its no is, in a process; how many of them",
    `${await own("auth/permission/check_permission.ts", "NO_MS") / 1000} s; ${await own(
      "auth/permission/check_permission.ts",
      "MOST_NOES",
    )}`,
  ],
  ["How long an access token works", setting("OAUTH_ACCESS_SECONDS", "s")],
  ["How long an authorization code does", `${await own("auth/grants/allow_request.ts", "CODE_MS") / 1000} s`],
  [
    "Apps that a person allowed; then the longest unused ends",
    String(await own("store/authorization/grant_store.ts", "MOST_GRANTS")),
  ],
  [
    "Apps that registered and were allowed nothing; how long they are kept",
    `${await own("store/authorization/client_store.ts", "MOST_UNUSED")}; ${
      await own("store/authorization/client_store.ts", "UNUSED_MS") / 86_400_000
    } days`,
  ],
  ["Redirect addresses of an app", String(await own("auth/clients/client_metadata.ts", "MOST_URIS"))],
  [
    "Keys of a person for one address each; how long one works",
    `${MOST_KEYS}; ${await own("auth/keys/address_keys.ts", "MOST_DAYS")} days`,
  ],
  [
    "Sign-ins that one network begins",
    `${await own("oauth/sign_in.tsx", "BEGUN_AT_ONCE")} at once and one every ${
      await own("oauth/sign_in.tsx", "BEGUN_MS") / 1000
    } s`,
  ],
  [
    "Repositories that an installation's token is held for; how early it is renewed",
    `${await own("hosts/github/_app_access.ts", "MOST_KEPT")}; ${
      await own("hosts/github/_app_access.ts", "EARLY_MS") / 60_000
    } min`,
  ],
  [
    "How long a process goes on without its store; vouching for anybody",
    `${STORE_OUTAGE_SECONDS} s; ${TRUST_OUTAGE_SECONDS} s`,
  ],
  [
    "Files of a skill that the extension lists; their bytes",
    `${PUBLISHED_SKILL_LIMITS.files}; ${bytes(PUBLISHED_SKILL_LIMITS.bytes)}`,
  ],
];

/** What the page says of each bound, from the code that keeps it. */
const BOUNDS: readonly (readonly [what: string, bound: string])[] = [
  [
    "An address; a path; a ref",
    `${ADDRESS_LIMITS.address}; ${ADDRESS_LIMITS.path}; ${ADDRESS_LIMITS.ref} characters`,
  ],
  ["A query of a search; a cursor", `${MCP_LIMITS.search.query}; ${MCP_LIMITS.cursor} characters`],
  ["The URI of a resource", `${MCP_LIMITS.uri} characters`],
  ["The body of an MCP call", bytes(MCP_LIMITS.bodyBytes)],
  ["Messages in a batch; their answers", `${MCP_LIMITS.batch}; ${bytes(MCP_LIMITS.batchAnswers)}`],
  [
    "The body of an operator's change; of a git host's event",
    `${bytes(ADMIN_BODY_BYTES)}; ${bytes(WEBHOOK_BODY_BYTES)}`,
  ],
  ["How long a body may take to arrive", `${TRAFFIC_LIMITS.bodyMs / 1000} s`],
  [
    "An upload; how long it may take to arrive",
    `${bytes(UPLOAD_LIMITS.requestBytes)}; ${UPLOAD_LIMITS.requestMs / 1000} s`,
  ],
  [
    "A published skill; a file of it",
    `${PUBLISHED_SKILL_LIMITS.files} files, ${bytes(PUBLISHED_SKILL_LIMITS.bytes)}; ${
      bytes(UPLOAD_LIMITS.fileBytes)
    }`,
  ],
  [
    "Entries of an uploaded archive; what it is unpacked",
    `${UPLOAD_LIMITS.entries}; ${bytes(UPLOAD_LIMITS.requestBytes)}`,
  ],
  [
    "What all uploads hold in memory; of it one account",
    `${bytes(UPLOAD_LIMITS.inFlightBytes)}; as much as the others leave`,
  ],
  ["How long a call waits for a commit", setting("INDEX_WAIT_MS", "ms")],
  ["The result of a tool", bytes(MCP_LIMITS.resultBytes)],
  ["Entries of a page: folders; results", `${REST_LIMITS.browse.max}; ${REST_LIMITS.search.max}`],
  ["A page of a file's text", `${REST_LIMITS.read.max} characters`],
  ["An archive", `${INSTALL_LIMITS.files} files, ${bytes(INSTALL_LIMITS.bytes)}`],
  [
    `Answers over ${bytes(TRAFFIC_LIMITS.smallAnswerBytes)} on their way, all together`,
    bytes(TRAFFIC_LIMITS.inFlightBytes),
  ],
  ["How long such an answer may stay unread", `${TRAFFIC_LIMITS.unreadMs / 1000} s`],
  [
    "Look-ups of new names, of one client; at one git host",
    `${setting("LOOKUP_NEW_PER_CLIENT")}; ${setting("LOOKUP_NEW_PER_HOST")} an hour`,
  ],
  ["New repositories that one client starts", `${setting("INDEX_NEW_PER_CLIENT")} an hour`],
  [
    "Refreshes of one client; of one repository",
    `${REFRESH_LIMITS.client} at once and one every ${REFRESH_LIMITS.clientMs / 1000} s; one every ${
      REFRESH_LIMITS.repositoryMs / 1000
    } s`,
  ],
  ["Commits indexed at once", setting("INDEX_CONCURRENCY")],
  [
    "Files of a commit that are served; entries of its tree",
    `${setting("INDEX_MAX_FILES")}; ${setting("INDEX_MAX_TREE_ENTRIES")}`,
  ],
  [
    "A file that is searched; that is read",
    `${setting("INDEX_MAX_FILE_BYTES")}; ${setting("READ_MAX_FILE_BYTES")} bytes`,
  ],
  ["What is stored of a commit", `${setting("INDEX_MAX_TOTAL_BYTES")} bytes`],
  ["How long what a git host said is served while it cannot be asked", `${STALE_SECONDS / 3600} hours`],
  [
    "An owner's picture; how long it may take; all that are kept",
    `${bytes(AVATAR_LIMITS.bytes)}; ${AVATAR_LIMITS.timeoutMs / 1000} s; ${bytes(AVATAR_LIMITS.cacheBytes)}`,
  ],
  ["Memory of the caches", `${setting("CACHE_MAX_BYTES")} bytes`],
  ["The store", `${setting("STORE_MAX_BYTES")} bytes`],
  ["A value in a log line", `${TRAFFIC_LIMITS.logValue} characters`],
  ...SIGN_IN,
  ...rowsOf(FORMAT, FORMAT_LIMITS),
  ...rowsOf(GIT, { ...DEFAULT_GIT_LIMITS }),
  ...rowsOf(KV, KV_LIMITS),
];

Deno.test("docs/security.md names every bound as the code has it", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/security.md", import.meta.url));
  const [, section = ""] = page.split("## Bounds\n");
  const rows = [...section.split("\n## ", 1)[0]?.matchAll(/^\|([^|]*)\|([^|]*)\|$/gm) ?? []]
    .map(([, what = "", bound = ""]) => [what.trim(), bound.trim()]).slice(2);
  assert.deepEqual(rows, BOUNDS.map((row) => [...row]));
});

function bytes(count: number): string {
  const [size, unit] = count % 2 ** 20 === 0 ? [count / 2 ** 20, "MiB"] : [count / 1024, "KiB"];
  return `${size} ${unit}`;
}

function setting(name: string, unit?: string): string {
  const found = SETTINGS.find((setting) => setting.name === name);
  assert(found !== undefined, name);
  const standard = found.fallback.start ?? "no bound";
  return `\`${name}\` (${standard}${unit === undefined ? "" : ` ${unit}`})`;
}
