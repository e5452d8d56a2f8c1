/** Requests made from the document, valid and not: an answer that it names, never a fault of the server. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { testServer } from "../../support/test_server.ts";
import { LIBRARY } from "../../support/surface_library.ts";
import { type Body, restClient } from "../rest.ts";

const AT = "local/acme/library";

/** Signs of an exception, of this machine or of a library's own words. */
const LEAKS =
  /\bat (?:async )?[\w.]+ \(|file:\/\/|\.ts:\d+|\/tmp\/|skillmount-surface|TypeError|RangeError|SyntaxError|Zod|invalid_type|undefined is not|Cannot read prop/;

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    "",
    "..",
    "../x",
    "%2e%2e/x",
    "/etc/passwd",
    "..\\x",
    "\0",
    "a//b",
    "marketing/skills/ad-copy",
    "marketing/skills/ad-copy/SKILL.md",
    "marketing/skills/ad-copy/logo.bin",
    "docs/voice.md",
    "SKILLCDN.md",
    "__proto__",
    "constructor",
    "\u202e",
    "🜁".repeat(300),
    "x".repeat(3000),
    "-1",
    "0",
    "1e9",
    "9007199254740993",
    "NaN",
  ),
);

const address = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(AT, `${AT}/docs`, `${AT}/marketing/skills`) },
  fc.constantFrom(
    "",
    "local",
    "local/acme",
    "local/acme/missing",
    `${AT}@main`,
    `${AT}@${"0".repeat(40)}`,
    `${AT}@a/b:c`,
    `${AT}/missing`,
    `${AT}//docs`,
    `${AT}/%2e%2e/docs`,
    `${AT}/%ff`,
    `${AT}/${"d/".repeat(900)}`,
    "gh/acme/library",
    "%6cocal/acme/library",
    `${AT}/.well-known/x`,
  ),
  hostile.map((text) => `${AT}/${encodeURIComponent(text)}`),
);

const headers = fc.record({
  "if-none-match": fc.constantFrom("*", '"x"', 'W/"x", "y"', ",", '"', "x".repeat(3000)),
  "if-range": fc.constantFrom('"x"', "Wed, 21 Oct 2015 07:28:00 GMT"),
  range: fc.oneof(
    fc.tuple(fc.nat(30), fc.nat(30)).map(([first, last]) => `bytes=${first}-${last}`),
    fc.constantFrom("bytes=-5", "bytes=100000-", "bytes=0-1,2-3", "x=1-2", "bytes=--"),
  ),
  accept: fc.constantFrom("text/html", "application/json", "*/*", "image/png"),
}, { requiredKeys: [] });

/** A value for a parameter, of the form that the document gives it. */
function valueOf({ name, schema }: Body): fc.Arbitrary<string> {
  if (schema.type === "integer") return fc.integer({ min: schema.minimum, max: schema.maximum }).map(String);
  if (name === "path") {
    return fc.constantFrom("", "docs", "docs/voice.md", "marketing/skills/ad-copy/SKILL.md");
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  return fc.string({ minLength: schema.minLength, maxLength: Math.min(schema.maxLength, 60) });
}

/** The query of an operation: mostly as documented, with a value or a name that is not. */
function queryOf(parameters: readonly Body[]): fc.Arbitrary<string> {
  const known = parameters.filter(({ in: place }) => place === "query");
  const entries = known.map((parameter) =>
    fc.tuple(
      fc.constant(parameter.name),
      fc.oneof({ weight: 5, arbitrary: valueOf(parameter) }, hostile),
      fc.integer({ min: 0, max: 9 }),
    )
  );
  const stray = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    fc.tuple(hostile, hostile).map((pair) => [pair]),
  );
  return fc.tuple(fc.tuple(...entries), stray).map(([given, stray]) => {
    const pairs = given.flatMap(([name, value, chance]) =>
      chance < 2 ? [] : chance === 9 ? [[name, value], [name, value]] : [[name, value]]
    );
    return new URLSearchParams([...pairs, ...stray].map(([name = "", value = ""]) => [name, value]))
      .toString();
  });
}

Deno.test("any request of the document's making has an answer that the document names", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { document, send, ready } = await restClient(server);
  await ready(`/api/v1/mounts/${AT}`);
  const operations: Body[] = Object.entries<Body>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Body>(methods).map(([method, { parameters }]) => ({ path, method, parameters }))
  );
  // What accounts ask is refused here before anything of it is read: what takes an address is asked more often, however much is.
  const [ofAddresses, others] = [true, false].map((takes) =>
    fc.constantFrom(...operations.filter(({ path }) => path.includes("{address}") === takes))
  );
  assert(ofAddresses !== undefined && others !== undefined);
  const operation = fc.oneof({ weight: 3, arbitrary: ofAddresses }, { weight: 1, arbitrary: others });
  const request = operation.chain(({ path, method, parameters }) =>
    fc.record({
      method: method === "get" ? fc.constantFrom("GET", "GET", "HEAD") : fc.constant("POST"),
      path: address.map((address) => path.replace("{address}", address)),
      query: queryOf(parameters),
      headers,
    })
  );
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, path, query, headers }) => {
      const answer = await send(method, query === "" ? path : `${path}?${query}`, headers);
      const code = answer.body?.error?.code ?? "";
      assert(answer.status < 500 || answer.status === 503, `${answer.status} ${answer.text}`);
      assert(!LEAKS.test(answer.text), answer.text);
      assert(!server.logged.some((line) => line.includes('"level":"error"')), server.logged.join("\n"));
      seen.add(`${answer.status} ${code}`);
    }),
    { numRuns: 600, timeout: 20_000 },
  );
  for (const kind of ["200 ", "400 request.invalid", "404 mount.repo_not_found"]) {
    assert(seen.has(kind), `never met: ${kind}`);
  }
});
