import assert from "node:assert/strict";
import type { Log } from "../../../contracts/ambient.ts";
import { success } from "../../../contracts/result.ts";
import { createBodyReader, createMetrics, createResponseCache } from "../../../src/http/mod.ts";
import { addressMethods } from "../../../src/mcp/address/address_methods.ts";
import type { AddressServer } from "../../../src/mcp/address/open_address.ts";
import { createEndpoint, serverIdentity } from "../../../src/mcp/protocol/mod.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { mountOf, sourcesOf } from "../../support/snapshot_of.ts";
import { type Era, ERAS, message } from "../../surface/mcp.ts";

const SERVER: AddressServer = {
  identity: serverIdentity({ name: "a", version: "1" }),
  instructions: null,
  cache: { ttlMs: 0, cacheScope: "public" },
  send: (json, headers, status) => new Response(json, { headers, status }),
  mount: mountOf(),
  snapshot: null,
  waitUntil: 0,
};

/** Asks where everything that is read throws, with what a repository holds in its text. */
async function ask(
  era: Era,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  log: Log = () => {},
) {
  const fails = () => {
    throw new TypeError("Cannot read: secret");
  };
  const endpoint = createEndpoint({
    methods: addressMethods({
      sources: sourcesOf({ catalog: fails, heldCatalog: fails, search: fails, content: fails, text: fails }),
      responses: createResponseCache(1024, createMetrics()),
      count: () => {},
    }),
    readBody: createBodyReader(manualClock()),
    log,
  });
  const request = message(era, "http://127.0.0.1/local/acme/library", { method, params, id: "a" });
  const response = await endpoint(request, "request-1", () => Promise.resolve(success(SERVER)));
  return { status: response.status, body: await response.json() };
}

Deno.test("what throws is answered with a safe sentence, and the log says where it did", async () => {
  for (const era of ERAS) {
    for (
      const [method, params] of [
        ["tools/call", { name: "browse_repo" }],
        ["prompts/get", { name: "use_skill", arguments: { path: "a/SKILL.md" } }],
        ["skills/list", {}],
        ["resources/read", { uri: "skill://a" }],
      ] as const
    ) {
      const logged: string[] = [];
      const { body } = await ask(era, method, params, (level, event, fields) => {
        logged.push(JSON.stringify({ level, event, ...fields }));
      });
      assert.deepEqual([body.id, body.error.code], ["a", -32603]);
      assert.equal(body.error.message, "The server failed to answer: request request-1");
      assert.match(logged.join("\n"), /^\{"level":"error","event":"request_failed","id":"request-1"/);
      assert.doesNotMatch(JSON.stringify([body, logged]), /secret/);
    }
  }
});

Deno.test("an address has the methods of each era and no others", async () => {
  for (
    const [method, legacy, modern] of [
      ["ping", true, false],
      ["initialize", true, false],
      ["server/discover", false, true],
      ["tools/list", true, true],
      ["resources/templates/list", true, true],
      ["resources/subscribe", false, false],
      ["logging/setLevel", false, false],
      ["__proto__", false, false],
    ] as const
  ) {
    for (const [era, known] of [["legacy", legacy], ["modern", modern]] as const) {
      const { status, body } = await ask(era, method);
      assert.equal(body.error?.code === -32601, !known, `${era} ${method}`);
      if (known) continue;
      assert.equal(status, era === "legacy" ? 200 : 404);
      assert.match(body.error.message, /the methods here are tools\/list, tools\/call, /);
    }
  }
});
