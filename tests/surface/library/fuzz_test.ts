/** Requests to the library with a good key, valid and not: an answer that the document names, never a fault of the server. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { zipSync } from "fflate";
import { type KeyClient, libraryServer, PATH, skillOf } from "../../support/library/library_server.ts";

/** Signs of an exception, of this machine or of a library's own words. */
const LEAKS =
  /\bat (?:async )?[\w.]+ \(|file:\/\/|\.ts:\d+|TypeError|RangeError|SyntaxError|Zod|invalid_type|yauzl/;

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    "",
    "..",
    "../x",
    "/etc/passwd",
    "a\\b",
    "\0",
    "__proto__",
    "constructor",
    "latest",
    "1.0.0",
    "-1",
  ),
  fc.constantFrom(
    "acme",
    "ACME",
    "beta",
    "one",
    "two",
    "SKILL.md",
    "tool.exe",
    "x".repeat(3000),
    "🜁".repeat(300),
  ),
);

const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("acme", "one", "two", "beta", "1.0.0") },
  hostile.map((text) => encodeURIComponent(text)),
  fc.constantFrom("%ff", "%", "%2F"),
  // URLs know no segment of dots, and without one the path is another.
).filter((text) => !/^\.{0,2}$/.test(text));

const path = fc.oneof(
  fc.constantFrom("/api/v1/account", "/api/v1/account/audit", PATH, `${PATH}/refs`),
  fc.tuple(segment, segment).map(([owner, name]) => `${PATH}/${owner}/${name}`),
  fc.tuple(
    fc.constantFrom("one", "two", "nothing"),
    fc.constantFrom("content", "archive", "versions", "publish", "files", "reports"),
  ).map(([name, rest]) => `${PATH}/acme/${name}/${rest}`),
  fc.tuple(
    fc.constantFrom("skills", "search", "changes", "skills/acme/one", "skills/acme/one/archive"),
    fc.constantFrom("", "/"),
  ).map(([rest, end]) => `/api/v1/catalog/${rest}${end}`),
  fc.tuple(segment, fc.constantFrom("files", "versions"), segment)
    .map(([name, room, one]) => `/api/v1/catalog/skills/acme/${name}/${room}/${one}`),
  fc.tuple(fc.constantFrom("files", "versions"), segment, segment)
    .map(([room, one, other]) => `${PATH}/acme/one/${room}/${one}/${other}`),
  fc.tuple(fc.constantFrom("files", "versions"), segment).map(([room, one]) =>
    `${PATH}/acme/one/${room}/${one}`
  ),
);

const query = fc.dictionary(
  fc.constantFrom(
    "version",
    "state",
    "limit",
    "cursor",
    "include",
    "format",
    "layout",
    "order",
    "delete",
    "draft",
    "query",
    "sort",
    "after",
    "x",
  ),
  fc.oneof(fc.constantFrom("all", "files", "1", "1.0.0", "tar.gz", "folder", "newest", "1000"), hostile),
  { maxKeys: 2 },
);

const headers = fc.record({
  "if-match": fc.constantFrom("*", '"x"', 'W/"x"', ",", "x".repeat(3000)),
  "if-none-match": fc.constantFrom("*", '"x"', ","),
  range: fc.constantFrom("bytes=0-5", "bytes=-3", "bytes=999999-", "bytes=5-1", "x=1"),
}, { requiredKeys: [] });

const json = fc.oneof(
  fc.dictionary(
    fc.constantFrom(
      "owner",
      "name",
      "version",
      "pin",
      "visibility",
      "state",
      "current",
      "acknowledge",
      "yanked",
      "reason",
      "notes",
      "x",
    ),
    fc.oneof(
      hostile,
      fc.constantFrom(
        "acme",
        "one",
        "1.0.0",
        "global",
        "private",
        "archived",
        "published",
        true,
        false,
        null,
        0,
        [],
      ),
    ),
    { maxKeys: 3 },
  ).map((value) => JSON.stringify(value)),
  fc.constantFrom("", "{", "[]", "null", '"x"', '{"pin":null,"pin":1}', "{}"),
);

const file = fc.tuple(
  fc.oneof(fc.constantFrom("SKILL.md", "a/SKILL.md", "references/a.md", "x.py"), hostile),
  fc.oneof(
    fc.constantFrom(
      ...Object.values(skillOf("one")),
      ...Object.values(skillOf("new")),
      "---\nname: x\n",
      "\u{E0041}",
    ),
    hostile,
    fc.uint8Array({ maxLength: 80 }),
  ),
);

const form = fc.tuple(
  fc.array(file, { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom(
      "visibility",
      "draft",
      "dryRun",
      "notes",
      "acknowledge",
      "paths",
      "version",
      "current",
      "x",
      "archive",
    ),
    fc.oneof(fc.constantFrom("global", "1", "0", "[]", '["SKILL.md"]', "2.0.0", "possible_secret"), hostile),
    { maxKeys: 3 },
  ),
  fc.option(fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    file.map(([name, content]) => zipSync({ [name || "x"]: new TextEncoder().encode(String(content)) })),
  )),
).map(([files, fields, archive]) => {
  const made = new FormData();
  for (const [name, content] of files) {
    made.append("files", new File([typeof content === "string" ? content : new Uint8Array(content)], name));
  }
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  if (archive !== null) made.append("archive", new File([new Uint8Array(archive)], "skill.zip"));
  return made;
});

const request = fc.record({
  method: fc.constantFrom("GET", "GET", "HEAD", "POST", "POST", "PATCH", "DELETE", "PUT"),
  path,
  query,
  headers,
  body: fc.oneof(json, form),
});

/** A key is let through a hundred times at once. */
const CALLS_OF_A_KEY = 90;

Deno.test("no request with a good key is answered with a fault of the server, or with what the document does not name", async () => {
  await using stage = await libraryServer();
  const account = await stage.account("acme");
  const keys: KeyClient[] = [];
  const first = await account.client();
  await first.publish(skillOf("one"), { visibility: "global" });
  await first.publish(skillOf("two"), { draft: "1" });
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, headers, body }) => {
      if (calls % CALLS_OF_A_KEY === 0) keys.push(await account.client());
      calls += 1;
      const key = keys.at(-1);
      assert(key !== undefined);
      const text = new URLSearchParams(query).toString();
      const url = text === "" ? path : `${path}?${text}`;
      const sent = /^(?:POST|PATCH|PUT|DELETE)$/.test(method) ? body : null;
      const type = typeof sent === "string" ? { "content-type": "application/json" } : {};
      const answer = await key.send(method, url, sent, { ...headers, ...type });
      const what = `${method} ${url}: ${answer.status} ${answer.text.slice(0, 300)}`;
      assert(answer.status < 500, what);
      if (answer.body?.error !== undefined) assert(!LEAKS.test(answer.text), what);
    }),
    { numRuns: 600 },
  );
});

Deno.test("every operation on an address names the answer to a token that is for something else", async () => {
  await using stage = await libraryServer();
  const key = await (await stage.account("acme")).client();
  const { paths } = stage.rest.document;
  let asked = 0;
  for (
    const [path, methods] of Object.entries<Record<string, { responses: Record<string, unknown> }>>(paths)
  ) {
    if (!path.includes("{address}")) continue;
    for (const [method, { responses }] of Object.entries(methods)) {
      const url = path.replace("{address}", "local/acme/library");
      const query = path.includes("search")
        ? "?query=x"
        : /skills|files|raw|archive/.test(path)
        ? "?path=SKILL.md"
        : "";
      const { status } = await key.send(method.toUpperCase(), `${url}${query}`);
      assert.equal(status, 401, path);
      assert(String(status) in responses, `${method} ${path} answers ${status}`);
      asked += 1;
    }
  }
  assert(asked > 10);
});
