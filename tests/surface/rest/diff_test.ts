/** `GET /api/v1/diff`: what changed between two commits of a repository, with nothing from outside of either mount. */
import assert from "node:assert/strict";
import { createGitRepository } from "../../support/git_repository.ts";
import { testServer } from "../../support/test_server.ts";
import { restClient } from "../rest.ts";

const AT = "local/acme/library";
const skill = (body: string) => `---\nname: ads\ndescription: Writes ads.\nlicense: MIT\n---\n${body}`;

async function stage() {
  const repository = await createGitRepository({
    "LICENSE": "MIT License\n",
    "skills/ads/SKILL.md": skill("Be short.\nBe kind.\n"),
    "skills/ads/references/old.md": "# Old\n",
    "skills/ads/logo.bin": new Uint8Array([255, 0, 2]),
    "skills/same/SKILL.md": skill("Same.\n").replace("ads", "same"),
    "plans/secret.md": "# Secret\n",
  });
  const before = await repository.git(["rev-parse", "HEAD"]);
  await repository.git(["tag", "v1"]);
  await repository.git(["rm", "-q", "skills/ads/references/old.md"]);
  const after = await repository.commit({
    "skills/ads/SKILL.md": skill("Be short.\nBe clear.\n"),
    "skills/ads/logo.bin": new Uint8Array([255, 0, 3, 4]),
    "skills/ads/references/new.md": "# New\n",
    "plans/secret.md": "# Secret plan\n",
  });
  const server = await testServer({ directories: new Map([["acme/library", repository.gitDir]]) });
  return {
    before,
    after,
    rest: await restClient(server),
    page: (path: string) =>
      server.fetch(new Request(`http://127.0.0.1${path}`, { headers: { accept: "text/html" } })),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await repository[Symbol.asyncDispose]();
    },
  };
}

/** Once both commits are read. */
async function changes(rest: Awaited<ReturnType<typeof restClient>>, path: string) {
  for (;;) {
    const answer = await rest.get(path);
    if (answer.status !== 503) return answer;
    assert.equal(answer.body.error.code, "index.indexing", answer.text);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

Deno.test("a diff tells lines of texts and digests of everything that changed, and counts the rest", async () => {
  await using at = await stage();
  const { status, body, headers } = await changes(at.rest, `/api/v1/diff/${AT}?from=v1&path=skills`);
  assert.equal(status, 200);
  assert.deepEqual([body.source.commit, body.from.commit], [at.after, at.before]);
  assert.deepEqual([body.sameFiles, body.moreFiles], [1, 0]);
  const [document, logo, fresh, old] = body.files;
  assert.deepEqual(
    body.files.map(({ path, change }: { path: string; change: string }) => [path, change]),
    [
      ["skills/ads/SKILL.md", "changed"],
      ["skills/ads/logo.bin", "changed"],
      ["skills/ads/references/new.md", "added"],
      ["skills/ads/references/old.md", "removed"],
    ],
  );
  const changed = document.lines.filter(({ kind }: { kind: string }) =>
    kind !== "same" && kind !== "skipped"
  );
  assert.deepEqual(changed, [
    { kind: "removed", text: "Be kind.", marks: [{ start: 3, end: 7 }] },
    { kind: "added", text: "Be clear.", marks: [{ start: 3, end: 8 }] },
  ]);
  assert.equal(logo.lines, null);
  assert.deepEqual([logo.before.size, logo.after.size], [3, 4]);
  assert.match(logo.after.sha256, /^[0-9a-f]{64}$/);
  assert.notEqual(logo.before.sha256, logo.after.sha256);
  assert.deepEqual([fresh.before, fresh.lines], [null, [{ kind: "added", text: "# New", marks: [] }]]);
  assert.deepEqual([old.after, old.lines], [null, [{ kind: "removed", text: "# Old", marks: [] }]]);
  const known = await at.rest.get(`/api/v1/diff/${AT}?from=v1&path=skills`, {
    "if-none-match": headers.get("etag") ?? "",
  });
  assert.equal(known.status, 304);
});

Deno.test("a diff of a mounted directory says nothing of what lies beside it, nor does a path name it", async () => {
  await using at = await stage();
  const below = await changes(at.rest, `/api/v1/diff/${AT}/skills/ads?from=${at.before}`);
  assert.equal(below.body.files.length, 4);
  assert.doesNotMatch(below.text, /secret/i);
  for (const path of ["plans", "plans/secret.md", "skills/same"]) {
    const outside = await at.rest.get(`/api/v1/diff/${AT}/skills/ads?from=v1&path=${path}`);
    assert.deepEqual([outside.status, outside.body.error.code], [404, "file.not_found"], path);
  }
});

Deno.test("a diff is kept no longer than the side that moves, and the same commit changed nothing", async () => {
  await using at = await stage();
  const kept = async (ref: string, from: string) => {
    const { status, headers, text } = await changes(at.rest, `/api/v1/diff/${AT}${ref}?from=${from}`);
    assert.equal(status, 200, text);
    return Number(/max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1]);
  };
  assert.equal(await kept(`@${at.after}`, at.before), 86_400);
  assert(await kept(`@${at.after}`, "main") <= 60);
  assert(await kept("", at.before) <= 60);
  const behind = await changes(at.rest, `/api/v1/diff/${AT}@v1`);
  assert.deepEqual([behind.body.source.commit, behind.body.from.commit], [at.before, at.after]);
  const same = await changes(at.rest, `/api/v1/diff/${AT}?from=main`);
  assert.deepEqual(same.body.files, []);
});

Deno.test("what a diff cannot compare is told with what to do", async () => {
  await using at = await stage();
  await changes(at.rest, `/api/v1/diff/${AT}?from=v1`);
  for (
    const [query, status, code] of [
      ["?from=", 400, "request.invalid"],
      ["?from=nowhere", 404, "mount.ref_not_found"],
      ["?from=a..b", 400, "address.ref_invalid"],
      ["?from=v1:plans", 400, "request.invalid"],
      ["?from=v1&path=../x", 400, "request.invalid"],
      ["?from=v1&path=none.md", 404, "file.not_found"],
    ] as const
  ) {
    const answer = await at.rest.get(`/api/v1/diff/${AT}${query}`);
    assert.deepEqual([answer.status, answer.body.error.code], [status, code], query + answer.text);
  }
});

Deno.test("a page shows people what changed, with the words of changed lines marked, and repositories write none of it", async () => {
  await using at = await stage();
  const waiting = await at.page(`/diff/${AT}?from=v1`);
  assert.equal(waiting.status, 202);
  await waiting.body?.cancel();
  await changes(at.rest, `/api/v1/diff/${AT}?from=v1`);
  const page = await at.page(`/diff/${AT}?from=v1`);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(page.headers.get("cache-control") ?? "", /no-store/);
  assert.match(html, /line-removed[^>]*>- Be <mark>kind<\/mark>\./);
  assert.match(html, /line-added[^>]*>\+ Be <mark>clear<\/mark>\./);
  assert.match(html, /SHA-256/);
  assert.match(html, /noindex/);
  const below = await at.page(`/diff/${AT}/skills/ads?from=v1`);
  assert.doesNotMatch(await below.text(), /secret/i);
  assert.equal((await at.page(`/diff/${AT}?from=`)).status, 200, "the default branch");
  assert.equal((await at.page(`/diff/${AT}?from=nowhere`)).status, 404);
  assert.equal((await at.page(`/diff/local/acme/none`)).status, 404);
});
