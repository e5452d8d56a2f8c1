/**
 * Everything that an address serves, asked for in one order, so that several addresses of one repository
 * can be held against each other answer by answer.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { unzipSync } from "fflate";
import { nextCall } from "./next_call.ts";
import { withoutLinks } from "./without_links.ts";

export interface WalkedAddress {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Such as `gh/acme/library`. */
  readonly address: string;
  /** Every path of the commit, also of what is not served. */
  readonly paths: readonly string[];
}

/** One page of an answer, with its address, links to its source, cursors and lifetimes set aside. */
export interface Answer {
  /** What was asked, such as `load_skill`. */
  readonly kind: string;
  readonly question: string;
  readonly text: string;
}

type Params = Readonly<Record<string, unknown>>;

/** JSON that the walk looks into where it has to: its form is for other tests. */
type Json = ReturnType<typeof JSON.parse>;

const ORIGIN = "http://127.0.0.1";

/** The most that a page may hold, so that a walk takes few of them. */
const BROWSED = 200;
const FOUND = 25;
/** Names of skills that are searched for, spread over all there are. */
const QUERIES = 24;

/** What is true of a host or an address alone. */
const SET_ASIDE = new Set(["host", "owner", "sourceUrl", "ttlMs"]);

/** Calls until the address has an index; its first call starts one. */
export async function waitForIndex(at: Pick<WalkedAddress, "fetch" | "address">): Promise<void> {
  while (true) {
    const { result } = await askMcp(at, "tools/call", { name: "browse_repo", arguments: {} });
    if (!/^Indexing: /m.test(result.content[0].text)) return;
  }
}

/** What is not served is asked for too, for that must be refused alike. */
export async function* walkRepository({ fetch, address, paths }: WalkedAddress): AsyncGenerator<Answer> {
  const root = `skill://${address}`;
  const folders = ["", ...new Set(paths.flatMap(ancestors))].sort();
  const skills = paths.filter((path) => /\/skill\.md$/i.test(`/${path}`));
  const uris = new Set(paths.map((path) => `${root}/${encoded(path)}`));

  for (const name of ["initialize", "tools/list", "prompts/list"]) yield* method(name);
  // With the links of a SKILL.md, its size is another; the entry of its skill tells it too.
  yield* method("resources/list", {}, "size");
  yield* rest("mounts", {});
  for (const path of folders) {
    yield* tool("browse_repo", { path, limit: BROWSED });
    yield* rest("browse", { path, limit: String(BROWSED) });
    yield* method("resources/directory/read", { uri: path === "" ? root : `${root}/${encoded(path)}` });
  }
  for (const query of queriesFor(skills)) {
    yield* tool("search_repo", { query, limit: FOUND });
    yield* rest("search", { query, limit: String(FOUND) });
  }
  for (const path of skills) {
    yield* tool("load_skill", { path });
    yield* rest("skills", { path });
    yield* bytes("archive", { path }, filesOf);
  }
  for (const path of paths) {
    yield* tool("read_repo_file", { path });
    yield* rest("files", { path });
    yield* bytes("raw", { path }, sha256);
  }
  yield* published();

  /** The entries of the skills extension and every file they name, then what else a URI could name. */
  async function* published(): AsyncGenerator<Answer> {
    for (let cursor: string | undefined, page = 1; page === 1 || cursor !== undefined; page++) {
      const { skills, nextCursor } =
        (await ask("skills/list", cursor === undefined ? {} : { cursor })).result;
      for (const entry of skills) {
        const resources = [];
        for (const resource of entry.resources) {
          uris.delete(resource.uri);
          const { shown, digest } = await read(resource);
          resources.push({ uri: resource.uri, digest });
          yield answer("resources/read", resource.uri, shown);
        }
        yield answer("skills/list", entry.uri, json({ ...entry, resources }));
        const { skill } = (await ask("skills/get", { uri: entry.uri })).result;
        const isListed = isDeepStrictEqual(skill, entry);
        yield answer("skills/get", entry.uri, isListed ? "as it is listed" : json(skill));
      }
      cursor = nextCursor;
    }
    for (const uri of uris) yield* method("resources/read", { uri });
  }

  /** A file as a URI gives it, with the digest of its bytes without links: where there are none, the told one. */
  async function read({ uri, digest, size }: Json) {
    const [{ text, blob, mimeType }] = (await ask("resources/read", { uri })).result.contents;
    const content = text === undefined ? Uint8Array.fromBase64(blob) : new TextEncoder().encode(text);
    assert.deepEqual([digest, size], [`sha256:${sha256(content)}`, content.length], uri);
    const shown = withoutLinks(text ?? blob);
    return {
      shown: `${mimeType}\n${shown}`,
      digest: text === undefined ? digest : `sha256:${sha256(shown)}`,
    };
  }

  async function* tool(name: string, first: Params): AsyncGenerator<Answer> {
    let page = 0;
    for (let args: Params | null = first; args !== null;) {
      const { result } = await ask("tools/call", { name, arguments: args });
      const { text } = result.content[0];
      yield answer(name, `${JSON.stringify(first)} ${page++}`, `${result.isError ?? false}\n${text}`);
      const next = nextCall(text, name);
      args = next !== null && ("cursor" in next || "offset" in next) ? next : null;
    }
  }

  async function* method(name: string, first: Params = {}, aside?: string): AsyncGenerator<Answer> {
    let page = 0;
    for (let params: Params | null = first; params !== null;) {
      const { result, error } = await ask(name, params);
      yield answer(name, `${JSON.stringify(first)} ${page++}`, json(result ?? error, aside));
      params = result?.nextCursor === undefined ? null : { ...first, cursor: result.nextCursor };
    }
  }

  async function* rest(route: string, first: Readonly<Record<string, string>>): AsyncGenerator<Answer> {
    let page = 0;
    for (let query: Readonly<Record<string, string>> | null = first; query !== null;) {
      const response = await get(route, query);
      const body: Json = await response.json();
      yield answer(`REST ${route}`, `${JSON.stringify(first)} ${page++}`, `${response.status} ${json(body)}`);
      if (typeof body.nextCursor === "string") query = { ...first, cursor: body.nextCursor };
      else if (typeof body.nextOffset === "number") query = { ...first, offset: String(body.nextOffset) };
      else query = null;
    }
  }

  async function* bytes(
    route: string,
    query: Readonly<Record<string, string>>,
    show: (content: Uint8Array) => string,
  ): AsyncGenerator<Answer> {
    const response = await get(route, query);
    const { status, headers } = response;
    const content = await response.bytes();
    const told = ["content-type", "content-disposition"].map((name) => headers.get(name));
    const shown = response.ok ? show(content) : json(JSON.parse(new TextDecoder().decode(content)));
    yield answer(`REST ${route}`, JSON.stringify(query), `${status} ${told.join(" ")}\n${shown}`);
  }

  function get(route: string, query: Readonly<Record<string, string>>): Promise<Response> {
    return fetch(new Request(`${ORIGIN}/api/v1/${route}/${address}?${new URLSearchParams(query)}`));
  }

  function ask(method: string, params: Params): Promise<Json> {
    return askMcp({ fetch, address }, method, params);
  }

  function answer(kind: string, question: string, text: string): Answer {
    return {
      kind,
      question: question.replaceAll(address, "<address>"),
      text: withoutLinks(text).replaceAll(address, "<address>").replace(
        /("(?:nextC|c)ursor": ?")[\w-]{22}"/g,
        '$1"',
      ),
    };
  }
}

async function askMcp(
  { fetch, address }: Pick<WalkedAddress, "fetch" | "address">,
  method: string,
  params: Params,
): Promise<Json> {
  const response = await fetch(
    new Request(`${ORIGIN}/${address}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
  return await response.json();
}

function json(value: Json, aside?: string): string {
  return JSON.stringify(value, (key, inner) => SET_ASIDE.has(key) || key === aside ? undefined : inner);
}

/** What an archive holds; a file with links is as long as they are. */
function filesOf(archive: Uint8Array): string {
  const files = Object.entries(unzipSync(archive));
  return files.map(([name, content]) => {
    const text = new TextDecoder("latin1").decode(content);
    return `${name} ${sha256(withoutLinks(text))}`;
  }).join("\n");
}

function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Every folder above a path but the root. */
function ancestors(path: string): string[] {
  const names = posix.dirname(path).split("/");
  return names[0] === "." ? [] : names.map((_, index) => names.slice(0, index + 1).join("/"));
}

function queriesFor(skills: readonly string[]): string[] {
  const names = [...new Set(skills.map((path) => posix.basename(posix.dirname(path)).replaceAll("-", " ")))];
  const step = Math.ceil(names.length / QUERIES);
  return names.filter((name, index) => index % step === 0 && /\w/.test(name));
}
