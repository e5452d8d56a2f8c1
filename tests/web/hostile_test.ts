/** A repository that tries everything a page could fall for shows nothing and runs nothing. */
import assert from "node:assert/strict";
import { type TestServer, testServer } from "../support/test_server.ts";
import { HOSTILE, MARKER } from "../support/hostile_pages.ts";
import { inertTags, textOf } from "../support/inert.ts";

const ADDRESS = "/local/evil/repo";

async function page(server: TestServer, query: string) {
  const request = new Request(`http://127.0.0.1${ADDRESS}${query}`, { headers: { accept: "text/html" } });
  let response = await server.fetch(request);
  // Its first visitor may see that it is being read.
  while (response.status === 202) {
    await response.body?.cancel();
    response = await server.fetch(request);
  }
  const html = await response.text();
  return { response, html, tags: inertTags(html), text: textOf(html) };
}

const paths = Object.keys(HOSTILE).map((path) => path.slice("evil/repo/".length));

for (const verified of ["0", "1"]) {
  Deno.test(`hostile: no page of a repository with LOCAL_VERIFIED=${verified} holds markup of it`, async () => {
    await using server = await testServer({ files: HOSTILE, environment: { LOCAL_VERIFIED: verified } });
    const folders = ["", "skills", "skills/bait"].map((path) => `?path=${path}`);
    const files = paths.flatMap((path) => {
      const file = encodeURIComponent(path);
      return [`?file=${file}`, `?file=${file}&view=source`, `?skill=${file}`];
    });
    const queries = [`<script>`, `" onfocus="alert(1)`, MARKER].map((q) => `?q=${encodeURIComponent(q)}`);
    for (const query of ["", ...folders, ...files, ...queries]) {
      const { response, html } = await page(server, query);
      assert(response.status < 500, query);
      const policy = response.headers.get("content-security-policy") ?? "";
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
      assert.doesNotMatch(policy, /unsafe|data:|\*|https?:/);
      assert(html.length < 2_000_000, query);
    }
  });
}

Deno.test("hostile: what scripts, events and styles would be is text that can be read", async () => {
  await using server = await testServer({ files: HOSTILE });
  const { text, tags } = await page(server, "?skill=skills/bait/SKILL.md");
  for (const shown of ["<iframe src=", "<!-- hidden instructions -->", 'onclick="alert(1)"', "<style>body"]) {
    assert(text.includes(shown), shown);
  }
  const links = tags.filter(({ name }) => name === "a").map(({ attributes }) => attributes.get("href") ?? "");
  assert.deepEqual(links.filter((link) => /^(?:javascript|data|vbscript|file|blob):/i.test(link)), []);
  const outward = tags.filter(({ attributes }) => attributes.get("href")?.startsWith("https://evil."));
  for (const { attributes } of outward) assert.equal(attributes.get("rel"), "nofollow noopener noreferrer");
  const pictures = tags.filter(({ name }) => name === "img").map(({ attributes }) => attributes.get("src"));
  assert.deepEqual(pictures, [`/api/v1/raw${ADDRESS}?path=skills/bait/art.svg`]);
  assert.deepEqual(tags.filter(({ attributes }) => attributes.has("style")), []);
});

Deno.test("hostile: headings cannot take the name of anything in the page", async () => {
  await using server = await testServer({ files: HOSTILE });
  const { tags } = await page(server, "?skill=skills/bait/SKILL.md");
  const own = tags.flatMap(({ name, attributes }) => /^h[1-6]$/.test(name) ? [attributes.get("id")] : []);
  for (const id of ["md-main", "md1-main", "md1-body", "md1-constructor"]) assert(own.includes(id), id);
  const ids = tags.flatMap(({ attributes }) => attributes.get("id") ?? []);
  assert.equal(new Set(ids).size, ids.length, "an id is there twice");
});

Deno.test("hostile: hidden and reordering characters are shown by their numbers", async () => {
  await using server = await testServer({ files: HOSTILE });
  const { html, text } = await page(server, "?skill=skills/bait/SKILL.md");
  assert.doesNotMatch(html, /[\u202A-\u202E\u2066-\u2069\u200B\u{E0000}-\u{E007F}]/u);
  assert.match(text, /Hidden: a U\+202E b U\+2066 c U\+200B d {2}5 hidden characters/);
});

Deno.test("hostile: what is excluded is on no page", async () => {
  await using server = await testServer({ files: HOSTILE });
  for (const query of ["", "?path=secret", "?file=secret/SKILL.md", "?skill=secret/SKILL.md", "?q=secret"]) {
    const { html } = await page(server, query);
    assert(!html.includes(`${MARKER}-SECRET`), query);
  }
});
