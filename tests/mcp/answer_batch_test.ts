import assert from "node:assert/strict";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import { answerBatch } from "../../src/mcp/answer_batch.ts";
import { createMetrics, createResponseCache } from "../../src/http/mod.ts";
import { manualClock } from "../support/manual_clock.ts";
import { mountOf, sourcesOf } from "../support/snapshot_of.ts";

const nothing = () => Promise.resolve(null);

Deno.test("answerBatch() waits for an index no longer than one request does", async () => {
  const clock = manualClock();
  const waits: number[] = [];
  const sources = sourcesOf({ catalog: nothing, search: nothing, content: nothing, text: nothing });
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
    indexWaitMs: 10_000,
    version: "1",
    log: () => {},
  };
  const connection = {
    requestId: "request-1",
    mount: mountOf(),
    introduction: { identity: { name: "a", version: "1" }, instructions: null, ttlMs: 0, snapshot: null },
    era: "legacy",
    signal: new AbortController().signal,
  } as const;
  const params = { name: "browse_repo", arguments: {} };
  const requests = Array.from(
    { length: MCP_LIMITS.batch },
    (_, id) => ({ id, method: "tools/call", params }),
  );
  const answers = await (await answerBatch(deps, connection, requests)).json();
  assert.deepEqual(waits, [10_000, 6000, 2000]);
  assert.deepEqual(answers.map(({ id }: { id: number }) => id), requests.map(({ id }) => id));
  for (const { result } of answers) assert.match(result.content[0].text, /^Indexing: /m);
});
