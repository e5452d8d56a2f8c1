import assert from "node:assert/strict";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { eventually } from "../../support/gate.ts";
import { everyRoute } from "../every_route.ts";

const FILES = {
  "acme/library/skills/s/SKILL.md": "---\nname: s\ndescription: Has content.\n---\nSee [notes](notes.md).\n",
  "acme/library/skills/s/notes.md": "# Notes\n\nMore content.\n",
  "acme/library/README.md": "# Library\n",
};

/** Bytes in front of a catalog's directory, whose length as it is stored stands in them at 4. */
const PREFIX_BYTES = 12;

/** Leaves the directory of every catalog whole and takes its blocks away. */
async function takeBlocks(kv: Deno.Kv): Promise<number> {
  let taken = 0;
  for await (const { key, value } of kv.list({ prefix: ["r"] })) {
    if (!(value instanceof Uint8Array) || new TextDecoder("latin1").decode(value.subarray(0, 4)) !== "cat3") {
      continue;
    }
    const stored = new DataView(value.buffer, value.byteOffset).getUint32(4, true);
    await kv.set(key, value.slice(0, PREFIX_BYTES + stored));
    taken++;
  }
  return taken;
}

/** What a route answers, but for what is of the moment. */
async function answerOf(server: TestServer, request: Request): Promise<{ status: number; text: string }> {
  const response = await server.fetch(request.clone());
  return { status: response.status, text: await response.text() };
}

Deno.test("every route has what is gone of its catalog made again, says so or waits, and then answers as before", async (t) => {
  using kv = await Deno.openKv(":memory:");
  await using first = await testServer({ files: FILES, kv });
  const routes = everyRoute("/local/acme/library", "skill://local/acme/library");
  const [ready] = routes.values();
  assert(ready !== undefined);
  await eventually(async () => (await answerOf(first, ready)).text.includes("skills"));
  const directories = new Map([["acme/library", `${first.root}/acme/library`]]);
  for (const [route, request] of routes) {
    await t.step(route, async () => {
      const expected = await answerOf(first, request);
      assert.equal(expected.status, 200);
      assert.equal(await takeBlocks(kv), 1);
      // Another process, which has nothing of the catalog in memory.
      await using other = await testServer({ directories, kv });
      const broken = await answerOf(other, request);
      assert([200, 202, 503].includes(broken.status), `${broken.status} ${broken.text.slice(0, 300)}`);
      assert(other.logged.some((line) => line.includes("store.broken")), "it looked for a block");
      assert.doesNotMatch(broken.text, /-32603|server\.internal/);
      await eventually(async () => {
        const { status, text } = await answerOf(other, request);
        return status === 200 && text.length === expected.text.length;
      });
    });
  }
});
