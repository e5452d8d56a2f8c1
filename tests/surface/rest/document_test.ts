/** The document of the REST API and its page, as they are published. */
import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { testServer } from "../../support/test_server.ts";

async function published(path: string): Promise<Response> {
  await using server = await testServer({});
  return await server.fetch(new Request(`http://127.0.0.1${path}`));
}

Deno.test("the document is valid OpenAPI 3.1", async () => {
  const response = await published("/api/v1/openapi.json");
  assert.equal(response.headers.get("content-type"), "application/json");
  const validator = new Validator();
  const result = await validator.validate(await response.json());
  assert.deepEqual(result.errors, undefined);
  assert.equal(result.valid, true);
  assert.equal(validator.version, "3.1");
});

Deno.test("the document names every operation, with its parameters and statuses", async () => {
  const { paths } = await (await published("/api/v1/openapi.json")).json();
  const operations = Object.entries<
    Record<string, {
      operationId: string;
      parameters: { name: string; required: boolean }[];
      responses: Record<string, unknown>;
    }>
  >(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, responses }]) =>
      `${method} ${path} (${
        parameters.map(({ name, required }) => required ? name : `${name}?`).join(" ")
      }) ${Object.keys(responses).join(" ")}`
    )
  );
  assert.deepEqual(operations, [
    "get /api/v1/mounts/{address} (address) 200 304 308 400 401 403 404 422 429 500 503",
    "get /api/v1/browse/{address} (address path? cursor? limit?) 200 304 308 400 401 403 404 422 429 500 503",
    "get /api/v1/search/{address} (address query path? cursor? limit?) 200 304 308 400 401 403 404 422 429 500 503",
    "get /api/v1/skills/{address} (address path cursor?) 200 304 308 400 401 403 404 422 429 500 503",
    "get /api/v1/files/{address} (address path offset? limit?) 200 304 308 400 401 403 404 413 415 422 429 451 500 503",
    "get /api/v1/diff/{address} (address from? path?) 200 304 308 400 401 403 404 422 429 500 503",
    "get /api/v1/raw/{address} (address path) 200 206 304 308 400 401 403 404 413 416 422 429 451 500 503",
    "get /api/v1/archive/{address} (address path format?) 200 304 308 400 401 403 404 413 422 429 451 500 503",
    "post /api/v1/refresh/{address} (address) 200 400 401 403 404 422 429 500 503",
    "get /api/v1/badge/{address} (address) 200 304 308 400 401 403 404 422 429 500 503",
    "get /api/v1/usage/{address} (address days? path?) 200 308 400 401 403 404 422 429 500 503",
    "get /icon/{address} (address) 200 304 308 400 401 403 404 422 429 500 503",
    "get /api/v1/account () 200 304 400 401 403 429 500 503",
    "get /api/v1/account/audit (order? cursor? limit?) 200 304 400 401 403 429 500 503",
    "get /api/v1/account/changes (cursor? limit?) 200 304 400 401 403 429 500 503",
    "get /api/v1/account/export () 200 400 401 403 404 429 500 503",
    "get /api/v1/library (include? state? cursor? limit?) 200 304 400 401 403 429 500 503",
    "post /api/v1/library () 200 201 202 400 401 403 408 409 412 413 422 429 500 503",
    "post /api/v1/library/refs () 200 201 400 401 403 404 408 410 413 415 429 500 503",
    "get /api/v1/library/{owner}/{name} (owner name state?) 200 304 400 401 403 404 429 500 503",
    "patch /api/v1/library/{owner}/{name} (owner name) 200 400 401 403 404 408 410 412 413 415 422 429 500 503",
    "delete /api/v1/library/{owner}/{name} (owner name delete? draft?) 204 400 401 403 404 409 412 429 500 503",
    "get /api/v1/library/{owner}/{name}/content (owner name version? state?) 200 206 304 400 401 403 404 410 416 429 451 500 503",
    "get /api/v1/library/{owner}/{name}/files/{path} (owner name path version? state?) 200 206 304 400 401 403 404 410 416 429 451 500 503",
    "get /api/v1/library/{owner}/{name}/archive (owner name version? state? format? layout?) 200 304 400 401 403 404 410 429 451 500 503",
    "post /api/v1/library/{owner}/{name}/publish (owner name) 200 201 202 400 401 403 404 408 409 412 413 415 422 429 500 503",
    "post /api/v1/library/{owner}/{name}/reports (owner name) 202 400 401 403 404 408 409 410 413 415 429 500 503",
    "get /api/v1/library/{owner}/{name}/versions (owner name state?) 200 304 400 401 403 404 429 500 503",
    "post /api/v1/library/{owner}/{name}/versions (owner name) 200 201 202 400 401 403 408 409 412 413 422 429 500 503",
    "get /api/v1/library/{owner}/{name}/versions/{label} (owner name label state?) 200 304 400 401 403 404 410 429 500 503",
    "patch /api/v1/library/{owner}/{name}/versions/{label} (owner name label) 200 400 401 403 404 408 410 412 413 415 429 500 503",
    "get /api/v1/connections () 200 304 400 401 403 429 500 503",
    "post /api/v1/connections () 201 400 401 403 404 408 409 413 415 429 500 503",
    "get /api/v1/connections/{id} (id) 200 304 400 401 403 404 429 500 503",
    "patch /api/v1/connections/{id} (id) 200 400 401 403 404 408 413 415 429 500 503",
    "delete /api/v1/connections/{id} (id) 204 400 401 403 404 429 500 503",
    "post /api/v1/connections/{id}/sync (id) 202 400 401 403 404 408 412 413 415 429 500 503",
    "get /api/v1/connections/{id}/runs (id) 200 304 400 401 403 404 429 500 503",
    "get /api/v1/sets () 200 304 400 401 403 429 500 503",
    "get /api/v1/sets/{set} (set) 200 304 400 401 403 404 429 500 503",
    "put /api/v1/sets/{set} (set) 200 400 401 403 404 408 410 413 415 422 429 500 503",
    "delete /api/v1/sets/{set} (set) 204 400 401 403 404 429 500 503",
    "post /api/v1/install-links () 201 400 401 403 404 408 413 415 429 500 503",
    "delete /api/v1/install-links/{id} (id) 204 400 401 403 429 500 503",
    "get /api/v1/catalog/skills (sort? owner? cursor? limit?) 200 304 400 401 403 429 500 503",
    "get /api/v1/catalog/search (query cursor? limit?) 200 304 400 401 403 429 500 503",
    "get /api/v1/catalog/changes (after? limit?) 200 304 400 401 403 429 500 503",
    "get /api/v1/catalog/skills/{owner}/{name} (owner name version?) 200 304 400 401 403 404 410 429 500 503",
    "get /api/v1/catalog/skills/{owner}/{name}/files/{path} (owner name path version?) 200 206 304 400 401 403 404 410 416 429 451 500 503",
    "get /api/v1/catalog/skills/{owner}/{name}/archive (owner name version? format? layout?) 200 304 400 401 403 404 410 429 451 500 503",
    "get /api/v1/catalog/skills/{owner}/{name}/versions (owner name) 200 304 400 401 403 404 429 500 503",
    "get /api/v1/catalog/skills/{owner}/{name}/versions/{label} (owner name label) 200 304 400 401 403 404 410 429 500 503",
    "get /healthz () 200 403 500",
    "get /readyz () 200 403 500 503",
    "get /version () 200 403 500",
  ]);
});

Deno.test("operations of accounts name the scope that they take, and no others ask for credentials", async () => {
  const { paths } = await (await published("/api/v1/openapi.json")).json();
  type Described = { security?: { account: string[] }[]; requestBody?: { content: Record<string, unknown> } };
  for (const [path, methods] of Object.entries<Record<string, Described>>(paths)) {
    for (const [method, { security, requestBody }] of Object.entries(methods)) {
      const isOfAccount = /^\/api\/v1\/(?:account|library|connections|sets|install-links)\b/.test(path);
      // Everything of an account is for keys that could change it.
      const isExport = path === "/api/v1/account/export";
      const scope = method === "get" && !isExport ? "registry:read" : "registry:write";
      assert.deepEqual(security, isOfAccount ? [{ account: [scope] }] : undefined, `${method} ${path}`);
      const brings = isOfAccount && /^(?:post|put|patch)$/.test(method);
      assert.equal(requestBody !== undefined, brings, `${method} ${path}`);
    }
  }
});

Deno.test("every object of the document is closed, so that no answer can say more than it", async () => {
  const { components } = await (await published("/api/v1/openapi.json")).json();
  const open: string[] = [];
  const visit = (value: unknown, place: string) => {
    if (typeof value !== "object" || value === null) return;
    if ("properties" in value && "type" in value && !("additionalProperties" in value)) open.push(place);
    for (const [name, member] of Object.entries(value)) visit(member, `${place}/${name}`);
  };
  visit(components.schemas, "");
  assert.deepEqual(open, []);
});

Deno.test("the page names every operation and schema, and loads nothing from elsewhere", async () => {
  const response = await published("/api/docs");
  const html = await response.text();
  assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'; /);
  const { paths, components } = await (await published("/api/v1/openapi.json")).json();
  for (const path of Object.keys(paths)) assert(html.includes(path), path);
  for (const name of Object.keys(components.schemas)) assert(html.includes(`id="schema-${name}"`), name);
  for (const [, id = ""] of html.matchAll(/href="#([^"]*)"/g)) assert(html.includes(`id="${id}"`), id);
  assert(
    !/<(?:style|img|iframe|object)\b|<script(?! type="module" src=)|\son\w+=|\sstyle=|javascript:/i.test(
      html,
    ),
  );
  for (const [, url = ""] of html.matchAll(/(?:href|src)="([^"]*)"/g)) assert.match(url, /^(?:#|\/(?!\/))/);
});

Deno.test("the document and its page are asked for again without being sent again", async () => {
  await using server = await testServer({});
  for (const path of ["/api/v1/openapi.json", "/api/docs"]) {
    const first = await server.fetch(new Request(`http://127.0.0.1${path}`));
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    const second = await server.fetch(new Request(`http://127.0.0.1${path}`, { headers }));
    assert.deepEqual([second.status, await second.text()], [304, ""]);
    const posted = await server.fetch(new Request(`http://127.0.0.1${path}`, { method: "POST" }));
    assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"]);
  }
});

Deno.test("every parameter of the document has its bounds", async () => {
  const { paths } = await (await published("/api/v1/openapi.json")).json();
  type Parameter = { name: string; schema: Record<string, unknown> };
  const operations = Object.values<Record<string, { parameters: Parameter[] }>>(paths)
    .flatMap((methods) => Object.values(methods));
  const unbounded = operations.flatMap(({ parameters }) => parameters).filter(({ schema }) =>
    !(schema.type === "integer" ? ["minimum", "maximum"] : schema.enum ? ["enum"] : ["maxLength"])
      .every((bound) => bound in schema)
  );
  assert.deepEqual(unbounded, []);
  const offset = operations.flatMap(({ parameters }) => parameters).find(({ name }) => name === "offset");
  assert.deepEqual([offset?.schema.minimum, offset?.schema.maximum], [0, 16_777_216]);
});
