import assert from "node:assert/strict";
import type { Log } from "../../contracts/ambient.ts";
import { answerRequest } from "../../src/mcp/answer_request.ts";
import type { Connection, Era, McpDeps } from "../../src/mcp/method.ts";
import { createMetrics, createResponseCache } from "../../src/http/mod.ts";
import { mountOf, sourcesOf } from "../support/snapshot_of.ts";

/** Where everything that is read throws, with what a repository holds in its text. */
function broken(log: Log): McpDeps {
  const fails = () => {
    throw new TypeError("Cannot read: secret");
  };
  return {
    sources: sourcesOf({ catalog: fails, search: fails, content: fails, text: fails }),
    responses: createResponseCache(1024, createMetrics()),
    indexWaitMs: 0,
    version: "1",
    log,
  };
}

function connection(era: Era): Connection {
  return {
    requestId: "request-1",
    mount: mountOf(),
    introduction: { identity: { name: "a", version: "1" }, instructions: null, ttlMs: 0, snapshot: null },
    era,
    signal: new AbortController().signal,
  };
}

Deno.test("answerRequest() answers what throws with a safe sentence, and logs where it did", async () => {
  for (const era of ["legacy", "modern"] as const) {
    for (
      const [method, params] of [
        ["tools/call", { name: "browse_repo" }],
        ["prompts/get", { name: "use_skill", arguments: { path: "a/SKILL.md" } }],
        ["skills/list", {}],
        ["resources/read", { uri: "skill://a" }],
      ] as const
    ) {
      const logged: string[] = [];
      const deps = broken((level, event, fields) => logged.push(JSON.stringify({ level, event, ...fields })));
      const answer = await answerRequest(deps, connection(era), { id: "a", method, params });
      assert("error" in answer);
      assert.deepEqual([answer.id, answer.error.code], ["a", -32603]);
      assert.equal(answer.error.message, "The server failed to answer: request request-1");
      assert.match(logged.join("\n"), /^\{"level":"error","event":"request_failed","id":"request-1"/);
      assert.doesNotMatch(JSON.stringify([answer, logged]), /secret/);
    }
  }
});

Deno.test("answerRequest() knows the methods of each era and no others", async () => {
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
      const answer = await answerRequest(broken(() => {}), connection(era), { id: 1, method });
      assert.equal("error" in answer && answer.error.code === -32601, !known, `${era} ${method}`);
      if (!known) assert.match(JSON.stringify(answer), /the methods here are tools\/list, tools\/call, /);
    }
  }
});
