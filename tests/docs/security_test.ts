import assert from "node:assert/strict";
import {
  ADDRESS_LIMITS,
  AVATAR_LIMITS,
  INSTALL_LIMITS,
  MCP_LIMITS,
  PUBLISHED_SKILL_LIMITS,
  REFRESH_LIMITS,
  REST_LIMITS,
  STALE_SECONDS,
  TRAFFIC_LIMITS,
  UPLOAD_LIMITS,
} from "../../contracts/limits.ts";
import { ADMIN_BODY_BYTES, WEBHOOK_BODY_BYTES } from "../../contracts/rest/requests.ts";
import { SETTINGS } from "../../src/config/mod.ts";
import { DEFAULT_GIT_LIMITS } from "../../src/hosts/git/mod.ts";

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
  [
    "A pack that a git host sends; the whole exchange; silence in it",
    `${bytes(DEFAULT_GIT_LIMITS.streamBytes)}; ${DEFAULT_GIT_LIMITS.exchangeMs / 1000} s; ${
      DEFAULT_GIT_LIMITS.silenceMs / 1000
    } s`,
  ],
  [
    "Refs that a git host tells; redirects that are followed",
    `${DEFAULT_GIT_LIMITS.refs}; ${DEFAULT_GIT_LIMITS.redirects}`,
  ],
  ["How long what a git host said is served while it cannot be asked", `${STALE_SECONDS / 3600} hours`],
  [
    "An owner's picture; how long it may take; all that are kept",
    `${bytes(AVATAR_LIMITS.bytes)}; ${AVATAR_LIMITS.timeoutMs / 1000} s; ${bytes(AVATAR_LIMITS.cacheBytes)}`,
  ],
  ["Memory of the caches", `${setting("CACHE_MAX_BYTES")} bytes`],
  ["The store", `${setting("STORE_MAX_BYTES")} bytes`],
  ["A value in a log line", `${TRAFFIC_LIMITS.logValue} characters`],
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
