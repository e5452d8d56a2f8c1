/** Where the metadata documents of apps are fetched from, and what becomes of those that are not as they must be. */
import assert from "node:assert/strict";
import { createDocumentFetcher } from "../../src/hosts/web/mod.ts";
import {
  type AuthorizationServer,
  authorizationServer,
  authorizePath,
  CALLBACK,
} from "../support/sign_in/authorization_server.ts";
import { privateDevServer, signedInBrowser } from "../support/sign_in/private_dev_server.ts";
import { documentsServer } from "../support/tls/documents_server.ts";
import { verifies } from "./verifies.ts";

const NONE: ReadonlySet<string> = new Set();

Deno.test(
  verifies(
    ["cimd.private_address"],
    "a document is never fetched from an address that is not public, written out or resolved to",
  ),
  async () => {
    const resolved: Readonly<Record<string, readonly string[]>> = {
      "localhost": ["127.0.0.1"],
      "inside.example": ["10.0.0.7"],
      "metadata.example": ["169.254.169.254"],
      "mapped.example": ["::ffff:127.0.0.1"],
      "mixed.example": ["93.184.215.14", "192.168.0.1"],
      "six.example": ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", "fd00::1"],
      "nowhere.example": [],
    };
    const looked: string[] = [];
    const fetchDocument = createDocumentFetcher({
      allowed: NONE,
      resolve(name) {
        looked.push(name);
        return Promise.resolve(resolved[name] ?? assert.fail(name));
      },
    });
    using server = await authorizationServer({ fetchDocument });
    using door = await usualPort();
    const written = [
      ...["127.0.0.1", "10.0.0.1", "[::1]", "169.254.169.254", "[::7f00:1]", "[64:ff9b:1::a00:1]"],
      ...["0.0.0.0", "100.64.0.1", "[fe80::1]", "[::ffff:7f00:1]"],
    ];
    for (const host of [...written, ...Object.keys(resolved)]) {
      assert.match(
        await refusalOf(server, `https://${host}/c.json`),
        /no address in the public internet/,
        host,
      );
    }
    assert.deepEqual(looked, Object.keys(resolved), "each name is looked up once, and no address is");
    assert.equal(door.connections, 0);
  },
);

Deno.test(
  verifies(
    ["cimd.url_form"],
    "only a canonical https URL with a path is a document's name, and nothing else is looked up",
  ),
  async () => {
    const fetchDocument = createDocumentFetcher({ allowed: NONE, resolve: () => assert.fail("looked up") });
    using server = await authorizationServer({ fetchDocument });
    const ids = [
      ...["http://h.example/a", "https://h.example", "https://h.example/", "https://h.example/a#f"],
      ...["https://u@h.example/a", "https://h.example/a/../b", "https://H.example/a"],
      ...[
        "https://h.example:8443/a",
        "https://h.example:443/a",
        "https://h.example/a b",
        "HTTPS://h.example/a",
      ],
      ...["https:h.example/a", "//h.example/a", "https://h.example/%2e%2e/b\\c", "https://h.example./a/./b"],
    ];
    for (const id of ids) await refusalOf(server, id);
  },
);

Deno.test(
  verifies(
    ["cimd.no_redirect", "cimd.size"],
    "a document that is elsewhere, too large or too slow is given up, and one of an honest size is taken",
  ),
  async () => {
    const documentOf = (url: string) => ({ client_id: url, client_name: "App", redirect_uris: [CALLBACK] });
    const sized = (bytes: number) => (url: string) =>
      Response.json({ ...documentOf(url), x: "x".repeat(bytes) });
    await using documents = await documentsServer({
      "/moved": () => new Response(null, { status: 302, headers: { location: "/good" } }),
      "/good": sized(20 * 1024),
      "/large": sized(70 * 1024),
      "/slow": () => new Response(drip(), { headers: { "content-type": "application/json" } }),
    });
    const fetchDocument = createDocumentFetcher({
      allowed: new Set([documents.place]),
      resolve: () => assert.fail("looked up"),
      ca: documents.ca,
    });
    using server = await authorizationServer({ fetchDocument });
    assert.match(await refusalOf(server, documents.at("/moved")), /did not answer with the document itself/);
    assert.match(await refusalOf(server, documents.at("/large")), /larger than 64 KiB/);
    const startedAt = performance.now();
    assert.match(await refusalOf(server, documents.at("/slow")), /did not answer in time/);
    assert(performance.now() - startedAt < 8000);
    const browser = await server.signedIn("ada");
    assert.equal((await browser.get(authorizePath(documents.at("/good")))).status, 200);
    assert.deepEqual(documents.asked, ["/moved", "/large", "/slow", "/good"]);
  },
);

Deno.test(
  verifies(
    ["dev.cimd_allow"],
    "documents of this machine can be tried in development alone, and only where that is said",
  ),
  async () => {
    await using documents = await documentsServer({
      "/client.json": (url) =>
        Response.json({ client_id: url, client_name: "Here", redirect_uris: [CALLBACK] }),
    });
    const id = documents.at("/client.json");
    for (const allows of [false, true]) {
      await using server = await privateDevServer(
        allows ? { CIMD_ALLOW: documents.place, NODE_EXTRA_CA_CERTS: documents.caFile } : {},
      );
      const metadata = await (await fetch(`${server.issuer}/.well-known/oauth-authorization-server`)).json();
      assert.equal(metadata.client_id_metadata_document_supported, allows);
      const browser = await signedInBrowser(server);
      const query = authorizePath(id, { resource: server.address.href });
      const page = await browser.get(server.issuer + query);
      assert.equal(page.status, allows ? 200 : 400);
      assert.equal(/calls itself <strong>Here<\/strong>/.test(await page.text()), allows);
      assert.deepEqual(documents.asked, allows ? ["/client.json"] : []);
    }
    const { code } = await new Deno.Command("deno", {
      args: ["run", "-P=start", "main.ts"],
      cwd: new URL("../../", import.meta.url),
      env: { CIMD_ALLOW: documents.place },
      stdout: "null",
      stderr: "null",
    }).output();
    assert.equal(code, 78);
  },
);

let people = 0;

/** What somebody who signed in is told instead of being asked; they are sent nowhere. */
async function refusalOf(server: AuthorizationServer, id: string): Promise<string> {
  // Another person each time, because how often one may have apps looked at is limited.
  const browser = await server.signedIn(`person-${++people}`);
  const response = await browser.get(authorizePath(id));
  assert.deepEqual([response.status, response.headers.get("location")], [400, null], id);
  return await response.text();
}

/** Whoever connects to the usual port of https on this machine; counts nobody where it is taken or not to be had. */
async function usualPort(): Promise<{ readonly connections: number } & Disposable> {
  let connections = 0;
  const listener = await Promise.resolve().then(() => Deno.listen({ hostname: "127.0.0.1", port: 443 }))
    .catch((error: unknown) => {
      if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.AddrInUse) {
        return null;
      }
      throw error;
    });
  void (async () => {
    for await (const connection of listener ?? []) {
      connections++;
      connection.close();
    }
  })();
  return {
    get connections() {
      return connections;
    },
    [Symbol.dispose]: () => listener?.close(),
  };
}

/** A byte a second. */
function drip(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let timer: ReturnType<typeof setInterval>;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue(new TextEncoder().encode(" ")), 1000);
    },
    cancel: () => clearInterval(timer),
  });
}
