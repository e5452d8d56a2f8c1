/**
 * A client of the REST API that holds every answer against the published document: a status, a media type,
 * a code or a field that the document does not name is a failure of the test that met it, and so is one
 * that it demands and the answer lacks.
 */
import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { TestServer } from "../support/test_server.ts";
import { callTool } from "./mcp.ts";

export const ORIGIN = "http://127.0.0.1";

/** JSON that a test looks into as it likes: its form is checked by the document. */
export type Body = ReturnType<typeof JSON.parse>;

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Null where the answer is no JSON of the server's own. */
  readonly body: Body;
}

export interface RestClient {
  readonly document: Body;
  send(
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: RequestInit["body"],
  ): Promise<RestAnswer>;
  get(path: string, headers?: Record<string, string>): Promise<RestAnswer>;
  /** As `get`, once the commit is indexed. */
  ready(path: string): Promise<RestAnswer>;
}

/** Paths whose answers are files of any type. */
const FILE_PATH =
  /^\/api\/v1\/(?:raw\/|(?:library|catalog\/skills)\/[^/]+\/[^/]+\/(?:content|archive|files\/))/;

/** What nobody may keep has no tag, and when to ask again is told where it is known. */
function mayLack(headers: Headers, name: string): boolean {
  return name === "retry-after" || (name === "etag" && /no-store/.test(headers.get("cache-control") ?? ""));
}

export async function restClient(server: Pick<TestServer, "fetch">): Promise<RestClient> {
  const published = await server.fetch(new Request(`${ORIGIN}/api/v1/openapi.json`));
  const document: Body = await published.json();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, "document");

  function check(method: string, path: string, answer: RestAnswer): void {
    const { status, headers, body } = answer;
    const what = `${method} ${path}: ${status} ${answer.text.slice(0, 500)}`;
    const place = placeOf(document, path);
    if (place === undefined) return assert.equal(status, 404, what);
    const asked = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = document.paths[place][asked];
    if (operation === undefined) return assert(status === 405 || status === 204, what);
    const response = operation.responses[status];
    assert(response !== undefined, `undocumented status: ${what}`);
    for (const name of Object.keys(response.headers ?? {})) {
      assert(headers.has(name) || mayLack(headers, name), `no ${name}: ${what}`);
    }
    if (response.content === undefined || method === "HEAD") return assert.equal(answer.text, "", what);
    const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
    const key = mediaType in response.content ? mediaType : "*/*";
    assert(key in response.content, `undocumented type ${mediaType}: ${what}`);
    if (response.content[key].schema === undefined) return;
    const pointer = ["paths", place, asked, "responses", status, "content", key, "schema"].map(escaped);
    const validate = ajv.getSchema(`document#/${pointer.join("/")}`);
    assert(validate !== undefined, what);
    assert(validate(body), `${ajv.errorsText(validate.errors)}: ${what}`);
  }

  const send: RestClient["send"] = async (method, path, headers = {}, body = null) => {
    const response = await server.fetch(new Request(ORIGIN + path, { method, headers, body }));
    const bytes = await response.bytes();
    const text = new TextDecoder().decode(bytes);
    const isFile = FILE_PATH.test(path) && response.ok;
    const isJson = response.headers.get("content-type") === "application/json" && text !== "" && !isFile;
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: isJson ? JSON.parse(text) : null,
    };
    check(method, path, answer);
    return answer;
  };
  const get: RestClient["get"] = (path, headers) => send("GET", path, headers);
  return {
    document,
    send,
    get,
    async ready(path) {
      const address = path.replace(/^\/api\/v1\/\w+/, "").replace(/\?.*$/, "");
      // Nothing here waits for an index; a tool does.
      await callTool(server.fetch, "modern", ORIGIN + address, "browse_repo", {});
      return await get(path);
    },
  };
}

/** The document's own spelling of a path; undefined for what it does not name. */
function placeOf(document: Body, path: string): string | undefined {
  const [plain = ""] = path.split("?");
  const known = Object.keys(document.paths);
  // What is named whole goes before what a parameter stands for.
  return known.find((one) => one === plain) ?? known.find((one) => patternOf(one).test(plain));
}

/** An address, and a path of a file, may have slashes; an address may be missing too. */
function patternOf(path: string): RegExp {
  const source = path
    .replaceAll(/[.]/g, "\\.")
    .replace("/{address}", "(?:/.*)?")
    .replace("{path}", ".+")
    .replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${source}$`);
}

function escaped(part: string | number): string {
  return encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
}
