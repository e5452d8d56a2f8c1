/** The store as the file that it is, always beside a store that has it open. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { repositoryRoot } from "../../contracts/snapshots.ts";
import { createStoreFile } from "../../src/store/mod.ts";
import { entriesOf } from "../support/kv.ts";
import {
  assertBytes,
  contentId,
  HOST,
  noise,
  publishSnapshot,
  REPOSITORY,
  ROOT,
  stage,
  taskOf,
} from "./_stage.ts";

async function inDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-file-" });
  try {
    await use(directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const realSleep = { sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)) };

Deno.test("backup() copies the store as of one moment while it is written, to a file that serves", async () => {
  await inDirectory(async (directory) => {
    using kv = await Deno.openKv(`${directory}/kv.sqlite`);
    const { store, clock } = stage(kv);
    const writer = stage(kv, { clock: { ...clock, ...realSleep } }).store;
    await publishSnapshot(store, taskOf("a"));
    let isOver = false;
    const writing = (async () => {
      for (let seed = 1; !isOver; seed++) {
        await writer.contents.write(repositoryRoot(HOST, REPOSITORY), [{
          id: contentId(`c-${seed}`),
          bytes: noise(9000, seed),
        }]);
      }
    })();
    for (let copy = 1; copy <= 5; copy++) {
      const target = `${directory}/copy-${copy}.sqlite`;
      const copied = await createStoreFile(`${directory}/kv.sqlite`).backup(target);
      assert(copied.ok, copied.ok ? "" : copied.error);
      assert.equal(copied.value, (await Deno.stat(target)).size);
      using backup = await Deno.openKv(target);
      const { store: restored } = stage(backup);
      assert.notEqual(await restored.reader.catalog(taskOf("a").key), null);
      await restored.reads.flush();
      for (const { key } of await entriesOf(backup, [...ROOT, "l"])) {
        const id = contentId(String(key.at(-1)));
        assertBytes(
          await restored.contents.read(repositoryRoot(HOST, REPOSITORY), id),
          noise(9000, Number(id.slice(2))),
        );
      }
      await restored.contents.write(repositoryRoot(HOST, REPOSITORY), [{
        id: contentId("after"),
        bytes: noise(10),
      }]);
    }
    isOver = true;
    await writing;
    await store.reads.flush();
  });
});

Deno.test("backup() overwrites nothing and says why it did not copy", async () => {
  await inDirectory(async (directory) => {
    using kv = await Deno.openKv(`${directory}/kv.sqlite`);
    await kv.set(["one"], 1);
    const file = createStoreFile(`${directory}/kv.sqlite`);
    await Deno.writeTextFile(`${directory}/taken`, "mine");
    assert.deepEqual(await file.backup(`${directory}/taken`), {
      ok: false,
      error: `Cannot back up the store to "${directory}/taken": there is such a file already`,
    });
    assert.equal(await Deno.readTextFile(`${directory}/taken`), "mine");
    const missing = await file.backup(`${directory}/missing/copy`);
    assert(!missing.ok && missing.error.startsWith("Cannot back up the store to "));
    const nothing = await createStoreFile(`${directory}/none.sqlite`).backup(`${directory}/copy`);
    assert(!nothing.ok);
    await assert.rejects(Deno.stat(`${directory}/copy`), Deno.errors.NotFound);
  });
});

Deno.test("compact() says what it needs where it may not do everything", async () => {
  await inDirectory(async (directory) => {
    using kv = await Deno.openKv(`${directory}/kv.sqlite`);
    await kv.set(["one"], 1);
    assert.deepEqual(await createStoreFile(`${directory}/kv.sqlite`).compact(), {
      ok: false,
      error:
        "Cannot compact the store: SQLite needs every permission for it; run deno run -A main.ts admin compact",
    });
  });
});

Deno.test("compact() does not say that it gave space back while a reader keeps the log in place", async () => {
  await inDirectory(async (directory) => {
    const path = `${directory}/kv.sqlite`;
    using kv = await Deno.openKv(path);
    for (let key = 0; key < 20; key++) await kv.set([key], new Uint8Array(60_000));
    for (let key = 0; key < 20; key++) await kv.delete([key]);
    using reader = new DatabaseSync(path, { readOnly: true });
    reader.exec("BEGIN; SELECT count(*) FROM sqlite_master");
    const refused = await compactedBesides(path);
    assert.deepEqual(refused, {
      ok: false,
      error: "Cannot compact the store: others are using it; try again, or stop them",
    });
    reader.exec("COMMIT");
    const { ok, value: { before, after } } = await compactedBesides(path);
    assert(ok && after < before, `${before} to ${after}`);
  });
});

/** In a process of its own: SQLite lets nobody compact who may not do everything. */
async function compactedBesides(path: string) {
  const source = import.meta.resolve("../../src/store/mod.ts");
  const code = `import { createStoreFile } from ${JSON.stringify(source)};
    console.log(JSON.stringify(await createStoreFile(${JSON.stringify(path)}, 1).compact()));`;
  const { stdout } = await new Deno.Command("deno", { args: ["eval", "--no-check", code], stderr: "null" })
    .output();
  return JSON.parse(new TextDecoder().decode(stdout));
}
