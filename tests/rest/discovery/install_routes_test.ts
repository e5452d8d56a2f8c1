import assert from "node:assert/strict";
import { Hono } from "hono";
import type { SnapshotReader } from "../../../contracts/snapshots.ts";
import { success } from "../../../contracts/result.ts";
import {
  createEntityTags,
  createMetrics,
  createResponseCache,
  createSendAnswer,
  type RequestVariables,
} from "../../../src/http/mod.ts";
import { discoveryRoutes, restRoutes } from "../../../src/rest/mod.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { type Files, mountOf, privately, readerOf, sourcesOf } from "../../support/snapshot_of.ts";

const ARCHIVE = "http://rest.example/api/v1/archive/gh/acme/library?path=a/SKILL.md";
const DISCOVERY = "http://rest.example/gh/acme/library/.well-known";

const BIG = 100_000;

const FILES: Files = {
  "a/SKILL.md": "---\nname: a\ndescription: Does a.\n---\nDo it.\n",
  ...Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`a/${index}.bin`, new Uint8Array(BIG).fill(index)]),
  ),
};

/** The routes over a commit whose contents `content` gives; nothing else of them is replaced. */
async function routes(
  content: (reader: SnapshotReader) => SnapshotReader["content"],
  isPrivate = false,
  opened: () => void = () => {},
) {
  const reader = await readerOf(FILES);
  const told: SnapshotReader = {
    ...reader,
    content: content(reader),
    heldCatalog: (key) => (opened(), reader.heldCatalog(key)),
  };
  const sources = sourcesOf(told, { state: "indexing" });
  const mount = mountOf();
  const open = () => Promise.resolve(success(isPrivate ? privately(mount) : mount));
  const responses = createResponseCache(100_000, createMetrics());
  const tagOf = createEntityTags("1", createMetrics());
  const { clock } = sources;
  const frame = () => ({ html: "", headers: {} });
  const deps = {
    open,
    refresh: open,
    sources,
    send: createSendAnswer({ clock: manualClock(), metrics: createMetrics() }),
    responses,
    count: () => {},
    tagOf,
    version: "1",
    indexWaitMs: 0,
    fetch,
    clock,
    frame,
  };
  const app = new Hono<{ Variables: RequestVariables }>()
    .use(async function anybody(context, next) {
      context.set("identify", () => Promise.resolve({ kind: "nobody" }));
      await next();
    })
    .route("/", discoveryRoutes(deps))
    .route("/", restRoutes(deps));
  return async (url: string) => await app.request(url);
}

for (const format of ["zip", "tar.gz"]) {
  Deno.test(`an archive as ${format} is read from the store as the client takes it`, async () => {
    let reads = 0;
    const ask = await routes((reader) => (key, id) => (reads++, reader.content(key, id)));
    const { body } = await ask(`${ARCHIVE}&format=${format}`);
    assert(body !== null);
    const stream = body.getReader();
    await stream.read();
    assert(reads < 20, `${reads} reads for the first chunk`);
    while (!(await stream.read()).done);
    assert(reads > 50);
  });
}

Deno.test("a client that goes away ends the reading of an archive", async () => {
  let reads = 0;
  const ask = await routes((reader) => (key, id) => (reads++, reader.content(key, id)));
  const { body } = await ask(ARCHIVE);
  assert(body !== null);
  const stream = body.getReader();
  await stream.read();
  await stream.cancel();
  assert(reads < 20);
});

Deno.test("bytes that are gone are answered as indexing, and an archive under way breaks off", async () => {
  const nothing = await routes(() => () => Promise.resolve(null));
  for (
    const url of [
      ARCHIVE,
      `${DISCOVERY}/agent-skills/index.json`,
      `${DISCOVERY}/agent-skills/a.zip`,
      `${DISCOVERY}/agent-skills/a/SKILL.md`,
      `${DISCOVERY}/skills/a/1.bin`,
    ]
  ) {
    const response = await nothing(url);
    assert.deepEqual([response.status, (await response.json()).error.code], [503, "index.indexing"], url);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("etag"), null);
  }
  let reads = 0;
  const half = await routes((reader) => (key, id) =>
    reads++ < 10 ? reader.content(key, id) : Promise.resolve(null)
  );
  const response = await half(ARCHIVE);
  assert.equal(response.status, 200);
  await assert.rejects(response.bytes(), /its bytes are gone/);
});

Deno.test("the digests of archives are made once for each opened commit", async () => {
  let reads = 0;
  const ask = await routes((reader) => (key, id) => (reads++, reader.content(key, id)));
  const indexes = await Promise.all([1, 2, 3].map(() => ask(`${DISCOVERY}/agent-skills/index.json`)));
  const [first, ...others] = await Promise.all(indexes.map((response) => response.json()));
  for (const other of others) assert.deepEqual(other, first);
  assert.equal(reads, 51);
});

Deno.test("installers that look for updates are told from memory what was made once", async () => {
  let opened = 0;
  const ask = await routes((reader) => reader.content, false, () => opened++);
  for (const index of ["agent-skills", "skills"]) {
    const first = await (await ask(`${DISCOVERY}/${index}/index.json`)).text();
    const before = opened;
    assert(before > 0);
    const again = await ask(`${DISCOVERY}/${index}/index.json`);
    assert.equal(await again.text(), first);
    assert.equal(again.headers.get("content-length"), String(new TextEncoder().encode(first).length));
    assert.equal(opened, before);
  }
});

Deno.test("what is not public is nobody's to keep", async () => {
  const ask = await routes((reader) => reader.content, true);
  for (const url of [ARCHIVE, `${DISCOVERY}/agent-skills/index.json`, `${DISCOVERY}/skills/a/1.bin`]) {
    assert.equal((await ask(url)).headers.get("cache-control"), "private, no-store");
  }
});
