import assert from "node:assert/strict";
import type { GitLimits } from "../../../src/hosts/git/mod.ts";
import {
  advertisement,
  band,
  type Body,
  bytesOf,
  commitOf,
  concat,
  DELIMITER,
  endless,
  enemyFetch,
  FLUSH,
  hashOf,
  packet,
  packets,
  packOf,
  packReply,
  treeOf,
} from "../../support/git_enemy.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { gitHost, libraryOn, reasonOf, runningClock, treeOn } from "./_host.ts";

const BLOB = bytesOf("# Library\n");
const TREE = treeOf([{ mode: "100644", name: "README.md", hash: hashOf("blob", BLOB) }]);
const COMMIT = commitOf(hashOf("tree", TREE));
const HASH = hashOf("commit", COMMIT);
const PACK = packOf([{ type: 1, bytes: COMMIT }, { type: 2, bytes: TREE }, { type: 3, bytes: BLOB }]);

/** Small enough that what never ends is seen to end soon. */
const LIMITS: Partial<GitLimits> = {
  controlBytes: 200_000,
  emptyPackets: 500,
  refs: 100,
  packBytes: 100_000,
};

Deno.test("repository() refuses an advertisement that is none", async (t) => {
  const page = new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } });
  const table: Record<string, { readonly body: Body; readonly reason: string }> = {
    "a page": { body: page, reason: "not_found" },
    "no packets": { body: bytesOf("<html>"), reason: "unavailable" },
    "nothing": { body: new Uint8Array(0), reason: "unsupported" },
    "version 1": {
      body: concat(packets("# service=git-upload-pack"), packets(`${HASH} HEAD\0multi_ack`)),
      reason: "unsupported",
    },
    "no end": {
      body: concat(packet("version 2"), packet("ls-refs"), packet("fetch")),
      reason: "unavailable",
    },
    "nothing to read": { body: advertisement("object-format=sha1"), reason: "unavailable" },
    "an error": { body: packets("ERR access denied"), reason: "unavailable" },
    "too many capabilities": {
      body: advertisement("ls-refs", "fetch", ...Array.from({ length: 300 }, (_, at) => `x${at}`)),
      reason: "unavailable",
    },
    "no last line": {
      body: endless(packet("ls-refs"), packets("# service=git-upload-pack").slice(0, -4)),
      reason: "unsupported",
    },
    "capabilities without end": {
      body: endless(packet("ls-refs"), packet("version 2")),
      reason: "unavailable",
    },
  };
  for (const [what, { body, reason }] of Object.entries(table)) {
    await t.step(what, async () => {
      const host = gitHost({ fetch: enemyFetch({ advertisement: body }), limits: LIMITS });
      assert.equal(reasonOf(await host.repository("acme", "library")), reason);
    });
  }
});

Deno.test("repository() refuses refs that are none", async (t) => {
  const table: Record<string, Body> = {
    "no packets": bytesOf("zzzz"),
    "a packet too short to be one": bytesOf("0003"),
    "a packet too long to be one": bytesOf("ffff"),
    "an end within a packet": bytesOf("0032 half"),
    "an end within a length": bytesOf("00"),
    "no end": packet(`${HASH} HEAD`),
    "a delimiter for an end": concat(packet(`${HASH} HEAD`), DELIMITER),
    "no hash": packets("HEAD HEAD"),
    "no name": packets(HASH),
    "an error": packets("ERR internal secret"),
    "too many refs": packets(...Array.from({ length: 101 }, (_, at) => `${HASH} refs/heads/${at}`)),
    "one ref without end": endless(packet(`${HASH} HEAD`)),
    "empty packets without end": endless(bytesOf("0004")),
  };
  for (const [what, refs] of Object.entries(table)) {
    await t.step(what, async () => {
      const host = gitHost({ fetch: enemyFetch({ refs }), limits: LIMITS });
      const reply = await host.repository("acme", "library");
      assert.equal(reasonOf(reply), "unavailable");
      assert(!JSON.stringify(reply).includes("secret"));
    });
  }
});

Deno.test("tree() refuses a reply to fetch that is none", async (t) => {
  const section = packet("packfile");
  const honest = packReply(PACK);
  const table: Record<string, { readonly body: Body; readonly reason: string }> = {
    "no packets": { body: bytesOf("PACK"), reason: "unavailable" },
    "nothing": { body: new Uint8Array(0), reason: "unavailable" },
    "no pack": { body: packets("acknowledgments", "NAK"), reason: "unavailable" },
    "an unknown section": { body: packets("surprises", "x"), reason: "unavailable" },
    "a pack that lies elsewhere": {
      body: packets("packfile-uris", "https://evil.example/pack"),
      reason: "unavailable",
    },
    "sections without end": {
      body: concat(...Array.from({ length: 10 }, () => concat(packet("shallow-info"), DELIMITER)), honest),
      reason: "unavailable",
    },
    "lines without end": {
      body: endless(packet(`shallow ${HASH}`), packet("shallow-info")),
      reason: "unavailable",
    },
    "an unknown band": { body: concat(section, band(4, PACK), FLUSH), reason: "unavailable" },
    "an error on its band": {
      body: concat(section, band(3, bytesOf("disk secret")), FLUSH),
      reason: "unavailable",
    },
    "an unknown object": { body: packets(`ERR upload-pack: not our ref ${HASH}`), reason: "not_found" },
    "a refusal": { body: packets("ERR disk secret"), reason: "unavailable" },
    "no flush": { body: honest.slice(0, -4), reason: "unavailable" },
    "more behind the flush": { body: concat(honest, packet("more")), reason: "unavailable" },
    "a delimiter in the pack": { body: concat(section, band(1, PACK), DELIMITER), reason: "unavailable" },
    "empty bands without end": { body: endless(band(1, new Uint8Array(0)), section), reason: "unavailable" },
    "empty packets without end": { body: endless(bytesOf("0004"), section), reason: "unavailable" },
    "progress without end": { body: endless(band(2, bytesOf("counting")), section), reason: "unavailable" },
    "a pack without end": {
      body: endless(band(1, new Uint8Array(1000)), concat(section, band(1, PACK.slice(0, 12)))),
      reason: "unavailable",
    },
  };
  for (const [what, { body, reason }] of Object.entries(table)) {
    await t.step(what, async () => {
      const host = gitHost({ fetch: enemyFetch({ fetch: body }), limits: LIMITS });
      const reply = await treeOn(host, HASH);
      assert.equal(reasonOf(reply), reason);
      assert(!JSON.stringify(reply).includes("secret"));
    });
  }
});

Deno.test("a host that is silent for too long is unavailable", async () => {
  const clock = manualClock();
  const silence = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const reply = gitHost({ clock, fetch: enemyFetch({ refs: silence }) }).repository("acme", "library");
  let ended = false;
  void reply.finally(() => ended = true);
  while (!ended) {
    clock.advance(1000);
    await new Promise((resolve) => setTimeout(resolve));
  }
  assert.deepEqual(await reply, {
    ok: false,
    error: { reason: "unavailable", detail: "the host answers too slowly" },
  });
});

Deno.test("a host that drips is given up at the end of its time, whatever timers say", async () => {
  const drip = endless(band(2, bytesOf("x")), packet("packfile"));
  const host = gitHost({
    clock: runningClock(100),
    fetch: enemyFetch({ fetch: drip }),
    limits: { exchangeMs: 10_000 },
  });
  const reply = await treeOn(host, HASH);
  assert.deepEqual(reply, {
    ok: false,
    error: { reason: "unavailable", detail: "the host answers too slowly" },
  });
});

Deno.test("a host that never stops talking leaves room for other work", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const host = gitHost({
    fetch: enemyFetch({ fetch: endless(band(2, new Uint8Array(5)), packet("packfile")) }),
  });
  assert.equal(reasonOf(await treeOn(host, HASH)), "unavailable");
  clearInterval(timer);
  assert(turns > 3, `${turns} turns`);
});

Deno.test("a host that answers with a status is understood", async (t) => {
  const table: readonly (readonly [number, Record<string, string>, unknown])[] = [
    [401, {}, { reason: "not_found" }],
    [403, {}, { reason: "not_found" }],
    [403, { "retry-after": "60" }, { reason: "rate_limited", retryAfterSeconds: 60 }],
    [404, {}, { reason: "not_found" }],
    [410, {}, { reason: "not_found" }],
    [451, {}, { reason: "not_found" }],
    [429, {}, { reason: "rate_limited", retryAfterSeconds: null }],
    [429, { "retry-after": "7" }, { reason: "rate_limited", retryAfterSeconds: 7 }],
    [429, { "retry-after": "soon" }, { reason: "rate_limited", retryAfterSeconds: null }],
    [500, {}, { reason: "unavailable", detail: "the host answered with status 500" }],
    [503, {}, { reason: "unavailable", detail: "the host answered with status 503" }],
    [204, {}, { reason: "unavailable", detail: "the host answered with status 204" }],
  ];
  for (const [status, headers, error] of table) {
    await t.step(`${status} ${JSON.stringify(headers)}`, async () => {
      const host = gitHost({ fetch: enemyFetch({ advertisement: new Response(null, { status, headers }) }) });
      assert.deepEqual(await host.repository("acme", "library"), { ok: false, error });
    });
  }
});

Deno.test("a host that cannot be reached is unavailable, and its exception stays here", async () => {
  const host = gitHost({ fetch: () => Promise.reject(new TypeError("tcp connect error: secret")) });
  const error = { reason: "unavailable", detail: "the host cannot be reached" };
  assert.deepEqual(await host.repository("acme", "library"), { ok: false, error });
});

Deno.test("redirects are followed to the same service of the same origin alone", async (t) => {
  const service = "/info/refs?service=git-upload-pack";
  const table: readonly (readonly [string, string, string])[] = [
    ["another path", `/moved/library.git${service}`, "success"],
    ["the same origin in full", `https://git.example/moved/library.git${service}`, "success"],
    ["another origin", `https://evil.example/acme/library.git${service}`, "not_found"],
    ["another port", `https://git.example:8443/acme/library.git${service}`, "not_found"],
    ["no encryption", `http://git.example/acme/library.git${service}`, "not_found"],
    ["credentials", `https://user:word@git.example/acme/library.git${service}`, "not_found"],
    ["a page", "/sign_in", "not_found"],
    ["another service", "/moved/library.git/info/refs?service=git-receive-pack", "not_found"],
    ["no URL", "http://[", "not_found"],
  ];
  for (const [what, location, reason] of table) {
    await t.step(what, async () => {
      const asked: string[] = [];
      const host = gitHost({
        fetch: (input, init) => {
          const url = new URL(input instanceof Request ? input.url : input);
          asked.push(url.origin);
          assert.equal(init?.redirect, "manual");
          const isFirst = url.pathname.startsWith("/acme/library") && init?.method === "GET";
          if (isFirst) return Promise.resolve(new Response(null, { status: 301, headers: { location } }));
          return enemyFetch({ refs: packets(`${HASH} HEAD symref-target:refs/heads/main`) })(input, init);
        },
      });
      assert.equal(reasonOf(await host.repository("acme", "library")), reason);
      assert(asked.every((origin) => origin === "https://git.example"));
    });
  }
  await t.step("itself, without end", async () => {
    let asked = 0;
    const host = gitHost({
      fetch: (input) => {
        asked++;
        return Promise.resolve(new Response(null, { status: 302, headers: { location: String(input) } }));
      },
    });
    assert.equal(reasonOf(await host.repository("acme", "library")), "unavailable");
    assert(asked <= 5);
  });
});

Deno.test("no request carries credentials, and each asks for version 2 alone", async () => {
  const host = gitHost({
    fetch: (input, init) => {
      const request = new Request(input, init);
      assert.equal(request.headers.get("authorization"), null);
      assert.equal(request.headers.get("cookie"), null);
      assert.equal(request.headers.get("git-protocol"), "version=2");
      return enemyFetch({ fetch: packReply(PACK) })(input, init);
    },
  });
  await host.repository("acme", "library");
  assert.equal(reasonOf(await treeOn(host, HASH)), "success");
});

Deno.test("a repository of SHA-256 objects is unsupported, not broken", async () => {
  const host = gitHost({
    fetch: enemyFetch({
      advertisement: advertisement("ls-refs=unborn", "fetch=shallow filter", "object-format=sha256"),
      refs: packets(`${"ab".repeat(32)} HEAD symref-target:refs/heads/main`),
    }),
  });
  assert.equal(reasonOf(await host.repository("acme", "library")), "success");
  assert.equal(reasonOf(await host.resolve(libraryOn(host), { kind: "default" })), "unsupported");
});
