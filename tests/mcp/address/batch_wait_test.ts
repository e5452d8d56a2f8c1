import assert from "node:assert/strict";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import { success } from "../../../contracts/result.ts";
import { createMetrics, createResponseCache } from "../../../src/http/mod.ts";
import { addressMethods } from "../../../src/mcp/address/address_methods.ts";
import { createOpenAddress } from "../../../src/mcp/address/open_address.ts";
import { answerBatch } from "../../../src/mcp/protocol/answer_batch.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { mountOf, sourcesOf } from "../../support/snapshot_of.ts";

const nothing = () => Promise.resolve(null);

Deno.test("the requests of a batch wait for an index together, no longer than one does", async () => {
  const clock = manualClock();
  const waits: number[] = [];
  const sources = sourcesOf({
    catalog: nothing,
    heldCatalog: () => null,
    search: nothing,
    content: nothing,
    text: nothing,
  });
  const deps = {
    sources: {
      ...sources,
      clock,
      indexing: {
        ...sources.indexing,
        wait: (_task: unknown, waitMs: number) => {
          waits.push(waitMs);
          clock.advance(4000);
          return Promise.resolve({ state: "indexing" } as const);
        },
        request: () => Promise.resolve({ state: "indexing" } as const),
      },
    },
    responses: createResponseCache(1024, createMetrics()),
    count: () => {},
    indexWaitMs: 10_000,
    version: "1",
    publicOrigin: () => null,
    send: () => assert.fail(),
  };
  const request = new Request("http://127.0.0.1/local/acme/library");
  const server = await createOpenAddress(deps)(mountOf(), false, { request, asker: { kind: "nobody" } });
  assert(server.ok);
  const params = { name: "browse_repo", arguments: {} };
  const requests = Array.from(
    { length: MCP_LIMITS.batch },
    (_, id) => ({ id, method: "tools/call", params }),
  );
  const answers = await answerBatch({
    methods: addressMethods(deps),
    era: "legacy",
    open: () => Promise.resolve(success(server.value)),
    broken: () => assert.fail(),
    signal: () => request.signal,
  }, requests);
  assert(answers.ok);
  const messages: { id: number; result: { content: [{ text: string }] } }[] = JSON.parse(answers.value.json);
  assert.deepEqual(waits, [10_000, 6000, 2000]);
  assert.deepEqual(messages.map(({ id }) => id), requests.map(({ id }) => id));
  for (const { result } of messages) assert.match(result.content[0].text, /^Indexing: /m);
});
