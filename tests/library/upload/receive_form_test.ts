import assert from "node:assert/strict";
import { UPLOAD_LIMITS } from "../../../contracts/limits.ts";
import { success } from "../../../contracts/result.ts";
import { createFairRoom } from "../../../src/flow/mod.ts";
import { createReceiveForm } from "../../../src/library/mod.ts";

const { requestBytes } = UPLOAD_LIMITS;

async function requestOf(field: "files" | "archive"): Promise<Request> {
  const form = new FormData();
  form.append(field, new File(["PK"], "a"));
  const sent = new Request("http://localhost/", { method: "POST", body: form });
  const body = await sent.bytes();
  const headers = {
    "content-type": sent.headers.get("content-type") ?? "",
    "content-length": String(body.length),
  };
  return new Request("http://localhost/", { method: "POST", headers, body });
}

function receiving(most: number) {
  const room = createFairRoom(most);
  const receiveForm = createReceiveForm({
    room,
    readBytes: async (request) => success(await request.bytes()),
  });
  return { room, receiveForm };
}

Deno.test("an archive holds room for what comes out of it until its upload is done, however small it is", async () => {
  const { room, receiveForm } = receiving(3 * requestBytes);
  const ends: (() => void)[] = [];
  const started = [];
  for (const owner of ["one", "two"]) {
    const { promise: started1, resolve: begin } = Promise.withResolvers<void>();
    const done = receiveForm(await requestOf("archive"), owner, async (form) => {
      assert.equal(form.ok, true);
      begin();
      await new Promise<void>((resolve) => ends.push(resolve));
      return "done";
    });
    await started1;
    started.push(done);
  }
  assert.ok(room.taken() > 2 * requestBytes);
  const third = await receiveForm(
    await requestOf("archive"),
    "three",
    (form) => Promise.resolve(form.ok ? "ok" : form.error.code),
  );
  assert.equal(third, "server.busy");
  const files = await receiveForm(await requestOf("files"), "three", (form) => Promise.resolve(form.ok));
  assert.equal(files, true);
  for (const end of ends) end();
  assert.deepEqual(await Promise.all(started), ["done", "done"]);
  assert.equal(room.taken(), 0);
});

Deno.test("one owner leaves room for the others, and whatever becomes of an upload its room comes back", async () => {
  const { room, receiveForm } = receiving(4 * requestBytes);
  const fails = () => Promise.reject(new Error("Cannot go on"));
  await assert.rejects(receiveForm(await requestOf("archive"), "one", fails), /Cannot go on/);
  assert.equal(room.taken(), 0);
  const codes = await receiveForm(
    await requestOf("archive"),
    "one",
    async () =>
      await receiveForm(await requestOf("archive"), "one", async () => [
        await receiveForm(
          await requestOf("archive"),
          "one",
          (form) => Promise.resolve(form.ok || form.error.code),
        ),
        await receiveForm(
          await requestOf("archive"),
          "two",
          (form) => Promise.resolve(form.ok || form.error.code),
        ),
      ]),
  );
  assert.deepEqual(codes, ["server.busy", true]);
  assert.equal(room.taken(), 0);
});
