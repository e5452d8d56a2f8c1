import assert from "node:assert/strict";
import type { ClientId } from "../../../contracts/auth/clients.ts";
import { createDocumentFetcher, type DocumentFetcherDeps } from "../../../src/hosts/web/mod.ts";

const CERTIFICATE = await Deno.readTextFile(
  new URL("../../support/tls/localhost_certificate.pem", import.meta.url),
);
const AUTHORITY = await Deno.readTextFile(
  new URL("../../support/tls/authority_certificate.pem", import.meta.url),
);
const KEY = await Deno.readTextFile(new URL("../../support/tls/localhost_key.pem", import.meta.url));

const SPELLING = "it must be an https URL in its usual spelling, with a path and no port";
const NOT_PUBLIC = "its host has no address in the public internet";
const NO_ANSWER = "its host did not answer in time over a connection that can be trusted";

Deno.test("a document is fetched with how long it may be kept", async () => {
  await using server = serve(() =>
    Response.json({ client_id: "x" }, { headers: { "cache-control": "public, max-age=600" } })
  );
  assert.deepEqual(await server.fetch("/client.json"), {
    ok: true,
    value: { body: { client_id: "x" }, maxAge: 600 },
  });
});

Deno.test("a document is asked of the address that was looked at, its certificate held against the name", async () => {
  await using server = serve(() => Response.json([]));
  const fetchNamed = (host: string) =>
    createDocumentFetcher({
      ...server.deps,
      allowed: new Set([`${host}:${server.port}`]),
      resolve: () => Promise.resolve(["127.0.0.1"]),
    })(named(`https://${host}:${server.port}/client.json`));
  assert.equal((await fetchNamed("documents.example")).ok, true);
  assert.deepEqual(await fetchNamed("another.example"), { ok: false, error: NO_ANSWER });
  assert.equal(server.asked.length, 1);
});

Deno.test("nothing is asked whose name or address is not public", async () => {
  const looked: string[] = [];
  const fetchDocument = createDocumentFetcher({
    resolve: (hostname) => {
      looked.push(hostname);
      return Promise.resolve(hostname === "mixed.example" ? ["93.184.215.14", "10.0.0.1"] : ["127.0.0.1"]);
    },
    allowed: new Set(),
  });
  const hosts = ["127.0.0.1", "10.0.0.1", "[::1]", "169.254.169.254", "localhost", "[::7f00:1]"];
  const odd = [
    "[64:ff9b:1::a00:1]",
    "[::ffff:7f00:1]",
    "100.64.0.1",
    "192.0.2.1",
    "mixed.example",
    "[fd00::1]",
  ];
  for (const host of [...hosts, ...odd]) {
    assert.deepEqual(
      await fetchDocument(named(`https://${host}/c.json`)),
      { ok: false, error: NOT_PUBLIC },
      host,
    );
  }
  assert.deepEqual(looked, ["localhost", "mixed.example"]);
});

Deno.test("a URL that is no canonical https URL with a path is refused before its name is looked at", async () => {
  const fetchDocument = createDocumentFetcher({
    resolve: () => assert.fail("looked up"),
    allowed: new Set(["h.example:9443"]),
  });
  const urls = [
    ...["http://h.example/a", "https://h.example", "https://h.example/", "https://h.example/a#f"],
    ...["https://h.example/a#", "https://u@h.example/a", "https://h.example/a/../b", "https://H.example/a"],
    ...["https://h.example:8443/a", "https://h.example:443/a", "not a url", "https://h.example/a b", ""],
  ];
  for (const url of urls) {
    assert.deepEqual(await fetchDocument(named(url)), { ok: false, error: SPELLING }, url);
  }
});

Deno.test("redirects, other answers, other types, large and broken documents are given up", async () => {
  const large = `"${"x".repeat(64 * 1024)}"`;
  const answers: Record<string, [Response, string]> = {
    "/moved": [
      Response.redirect("https://127.0.0.1/good", 302),
      "its host did not answer with the document itself",
    ],
    "/gone": [new Response("{}", { status: 404 }), "its host did not answer with the document itself"],
    "/html": [new Response("{}", { headers: { "content-type": "text/html" } }), "it is not sent as JSON"],
    "/large": [json(large), "it is larger than 64 KiB"],
    "/broken": [json("{"), "it is no JSON"],
    "/bytes": [json(new Uint8Array([0xff])), "it is no JSON"],
  };
  await using server = serve((path) => answers[path]?.[0] ?? assert.fail(path));
  for (const [path, [, error]] of Object.entries(answers)) {
    assert.deepEqual(await server.fetch(path), { ok: false, error }, path);
  }
  assert.deepEqual(server.asked, Object.keys(answers));
});

Deno.test("a certificate that is not trusted is no answer", async () => {
  await using server = serve(() => Response.json({}));
  const { ca: _ca, ...deps } = server.deps;
  const fetchDocument = createDocumentFetcher(deps);
  const answer = await fetchDocument(named(`https://127.0.0.1:${server.port}/c.json`));
  assert.deepEqual(answer, { ok: false, error: NO_ANSWER });
  assert.deepEqual(server.asked, []);
});

/** A server of documents on this machine, and a fetcher that may ask it. */
function serve(answer: (path: string) => Response) {
  const asked: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, cert: CERTIFICATE, key: KEY, onListen: () => {} },
    (request) => {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return answer(pathname);
    },
  );
  const { port } = server.addr;
  const deps: DocumentFetcherDeps = {
    resolve: () => assert.fail("looked up"),
    allowed: new Set([`127.0.0.1:${port}`]),
    ca: AUTHORITY,
  };
  const fetchDocument = createDocumentFetcher(deps);
  return {
    port,
    deps,
    asked,
    fetch: (path: string) => fetchDocument(named(`https://127.0.0.1:${port}${path}`)),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function json(body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { headers: { "content-type": "application/json; charset=utf-8" } });
}

function named(url: string): ClientId {
  return url as ClientId;
}
