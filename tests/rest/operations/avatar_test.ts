import assert from "node:assert/strict";
import { success } from "../../../contracts/result.ts";
import { avatarRoute } from "../../../src/rest/operations/avatar.ts";
import { mountOf, privately } from "../../support/snapshot_of.ts";

const PICTURE = "https://pictures.example/u/1?v=4";
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]);
const WEBP = new TextEncoder().encode("RIFF0000WEBPVP8 ");

type Reply = () => Response | Promise<Response>;

function icons(reply: Reply, picture: string | null = PICTURE, isPrivate = false) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const mount = mountOf();
  const shown = { ...mount, repository: { ...mount.repository, picture } };
  const opened = isPrivate ? privately(shown) : shown;
  const asked: { readonly url: string; readonly redirect: string | undefined }[] = [];
  const { answer } = avatarRoute({
    open: () => Promise.resolve(success(opened)),
    version: "1",
    clock,
    fetch: async (url, options) => {
      asked.push({ url: String(url), redirect: options?.redirect });
      return await reply();
    },
  });
  return {
    clock,
    asked,
    get: async (headers: Record<string, string> = {}) =>
      await answer({
        request: new Request("http://127.0.0.1/icon/gh/acme/library", { headers }),
        address: "/gh/acme/library",
        asker: { kind: "nobody" },
      }),
  };
}

Deno.test("GET /icon gives the owner's picture at its size, fetched once a day and never through a redirect", async () => {
  const { get, asked, clock } = icons(() => new Response(PNG, { headers: { "content-type": "text/html" } }));
  const response = await get();
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "image/png");
  assert.equal(response.headers.get("cache-control"), "public, max-age=3600");
  assert.deepEqual(await response.bytes(), PNG);
  const known = await get({ "if-none-match": response.headers.get("etag") ?? "" });
  assert.equal(known.status, 304);
  assert.deepEqual(asked, [{ url: "https://pictures.example/u/1?v=4&s=128", redirect: "manual" }]);
  clock.time += 86_400_000;
  await get();
  assert.equal(asked.length, 2);
});

Deno.test("GET /icon is another answer once the picture behind the same URL is, also of the same length", async () => {
  let last = 3;
  const { get, clock } = icons(() => new Response(Uint8Array.from([...PNG.slice(0, -1), last])));
  const tag = (await get()).headers.get("etag") ?? "";
  last = 4;
  clock.time += 86_400_000;
  const changed = await get({ "if-none-match": tag });
  assert.equal(changed.status, 200);
  assert.equal((await changed.bytes()).at(-1), 4);
});

Deno.test("GET /icon asks once for what many ask for at one time", async () => {
  const { get, asked } = icons(() => new Response(JPEG));
  const responses = await Promise.all([1, 2, 3].map(() => get()));
  assert.deepEqual(responses.map(({ headers }) => headers.get("content-type")), Array(3).fill("image/jpeg"));
  assert.equal(asked.length, 1);
});

const NOTHING: readonly (readonly [what: string, reply: Reply])[] = [
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1/" } })],
  ["a refusal", () => new Response(PNG, { status: 404 })],
  ["an SVG", () => new Response("<svg onload='alert(1)'/>", { headers: { "content-type": "image/png" } })],
  ["a page", () => new Response("<script>alert(1)</script>", { headers: { "content-type": "image/png" } })],
  ["nothing", () => new Response(new Uint8Array())],
  ["too much", () => new Response(new Uint8Array([...PNG, ...new Uint8Array(256 * 1024)]))],
  ["no answer", () => Promise.reject(new TypeError("secret detail"))],
];

Deno.test("GET /icon is 404 for anything that is no picture, and does not ask again at once", async () => {
  for (const [what, reply] of NOTHING) {
    const { get, asked, clock } = icons(reply);
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await get();
      assert.equal(response.status, 404, what);
      assert.equal((await response.json()).error.code, "file.not_found", what);
      assert.equal(response.headers.get("cache-control"), "no-store");
    }
    assert.equal(asked.length, 1, what);
    clock.time += 60_000;
    await get();
    assert.equal(asked.length, 2, what);
  }
});

Deno.test("GET /icon stops reading what goes on for ever", async () => {
  let chunks = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          chunks++;
          controller.enqueue(new Uint8Array(64 * 1024).fill(0x89));
        },
      }),
    );
  assert.equal((await icons(endless).get()).status, 404);
  assert(chunks < 10);
});

Deno.test("GET /icon fetches nothing for what is not public or has no picture", async () => {
  for (const [picture, isPrivate] of [[PICTURE, true], [null, false], ["", false]] as const) {
    const { get, asked } = icons(() => new Response(WEBP), picture, isPrivate);
    assert.equal((await get()).status, 404);
    assert.deepEqual(asked, []);
  }
});
