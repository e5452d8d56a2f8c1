/** The pages of the whole app in process: what they say, how they may be kept, and who is answered with one. */
import assert from "node:assert/strict";
import { spdxLicences as spdx } from "../packages/spdx_license_list.ts";
import { type TestServer, testServer } from "../support/test_server.ts";
import { LIBRARY, LONG_BODY } from "../support/surface_library.ts";
import { inertTags, textOf } from "../support/inert.ts";

const ADDRESS = "/local/acme/library";
const SKILL = "marketing/skills/ad-copy/SKILL.md";
const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

async function get(server: TestServer, path: string, headers: Readonly<Record<string, string>> = HTML) {
  const ask = () => server.fetch(new Request(`http://127.0.0.1${path}`, { headers, redirect: "manual" }));
  let response = await ask();
  // Its first visitor may see that it is being read.
  while (response.status === 202) {
    await response.body?.cancel();
    response = await ask();
  }
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: textOf(html) };
}

Deno.test("pages: an address says what it is, what it holds and how to connect", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { status, html, text } = await get(server, ADDRESS);
  assert.equal(status, 200);
  const tags = inertTags(html);
  assert.match(html, /<title>Acme library · skillmount<\/title>/);
  for (
    const said of [
      "Skills for tests.",
      "Verified",
      "No licence found",
      "working tree",
      "2 skills, 1 document",
      "Writes short ads for every channel.",
      "1 file named SKILL.md could not be read as a skill",
      `claude mcp add --transport http library http://127.0.0.1${ADDRESS}`,
    ]
  ) {
    assert(text.replaceAll(/\s+/g, " ").replaceAll("/ ", "/").includes(said), said);
  }
  const links = tags.flatMap(({ name, attributes }) => name === "a" ? [attributes.get("href")] : []);
  assert(links.includes(`${ADDRESS}?skill=${SKILL}`) && links.includes(`${ADDRESS}?path=marketing`));
  assert.match(html, /<link rel="canonical" href="http:\/\/127\.0\.0\.1\/local\/acme\/library"\/>/);
});

Deno.test("pages: an address names its licence, and leads to files with problems where it serves them", async () => {
  await using server = await testServer({
    files: {
      "acme/library/LICENSE": spdx["MIT"]?.licenseText ?? "",
      "acme/library/a/SKILL.md": "---\nname: a\ndescription: One.\n---\n",
      "acme/library/b/SKILL.md": "no front matter",
      "acme/library/c/SKILLCDN.md": "---\nname: [\n---\n",
    },
  });
  const { html, text } = await get(server, ADDRESS);
  assert.match(text, /\bMIT\b/);
  const links = inertTags(html).flatMap(({ name, attributes }) =>
    name === "a" ? [attributes.get("href")] : []
  );
  assert(links.includes(`${ADDRESS}?file=b/SKILL.md`));
  assert.match(text.replaceAll("/ ", "/"), /c\/SKILLCDN\.md/);
  for (const link of ["c/SKILLCDN.md", "LICENSE"]) {
    const { status } = await get(server, `${ADDRESS}?file=${link}`);
    assert.equal(links.includes(`${ADDRESS}?file=${link}`), status === 200, link);
  }
});

Deno.test("pages: a directory of this machine says how clients start a server for it, and what to tell contributors", async () => {
  const words = ["npx", "-y", "skillmount@0.1.0", "stdio", "/home/me/<b>skills</b>"];
  await using server = await testServer({
    files: LIBRARY,
    stdioOf: (address) => address === ADDRESS ? words : null,
  });
  const { html } = await get(server, ADDRESS);
  const copied = inertTags(html).flatMap(({ attributes }) => attributes.get("data-copy") ?? [])
    .map((escaped) =>
      escaped.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll(
        "&#39;",
        "'",
      )
    );
  const [claude] = copied.filter((text) => text.includes("mcpServers") && text.includes("stdio"));
  assert.deepEqual(JSON.parse(claude ?? ""), {
    mcpServers: { library: { command: "npx", args: words.slice(1) } },
  });
  const contributors = { library: { command: "npx", args: ["-y", "skillmount@0.1.0", "stdio", "."] } };
  assert(copied.includes(JSON.stringify({ mcpServers: contributors }, null, 2)));
  assert(copied.some((text) => text.startsWith("## Skills\n")));
  for (const name of ["Claude Desktop", "Zed", "Cline", "Windsurf", "Goose", "opencode", "LibreChat"]) {
    assert(html.includes(`<summary>${name}</summary>`), name);
  }
  const folder = await get(server, `${ADDRESS}/marketing`);
  assert(!folder.html.includes("Clients that start their server"));
});

Deno.test("pages: an address on the internet names the bridge to clients that speak over stdin and stdout", async () => {
  await using server = await testServer({
    files: LIBRARY,
    environment: { PUBLIC_URL: "https://skills.example" },
  });
  const { html } = await get(server, ADDRESS);
  assert(html.includes("&quot;skillmount@0.1.0&quot;") && html.includes("Clients that start their server"));
  assert(!html.includes("Contributors of this repository"));
});

Deno.test("pages: clients that connect from elsewhere are not sent to this machine", async () => {
  await using near = await testServer({ files: LIBRARY });
  assert.match(
    (await get(near, ADDRESS)).text,
    /connects from its own servers, which cannot reach this machine/,
  );
  await using far = await testServer({
    files: LIBRARY,
    environment: { PUBLIC_URL: "https://skills.example" },
  });
  const { text, html } = await get(far, ADDRESS);
  assert.match(text, /Add custom connector/);
  assert(
    text.replaceAll("/ ", "/").includes(
      `claude mcp add --transport http library https://skills.example${ADDRESS}`,
    ),
  );
  assert.match(html, /<link rel="canonical" href="https:\/\/skills\.example\/local\/acme\/library"\/>/);
  assert(!html.includes("http://127.0.0.1"));
});

Deno.test("pages: a skill is shown as an agent gets it, in parts that lead on", async () => {
  await using server = await testServer({ files: LIBRARY });
  const first = await get(server, `${ADDRESS}?skill=${SKILL}`);
  const order = ["Follow the house rules.", "Write for customers.", "Zähle"].map((said) =>
    first.text.indexOf(said)
  );
  assert(order.every((position, index) => position > (order[index - 1] ?? 0)), String(order));
  assert.match(first.text, /Rules that apply[^]*Instructions/);
  assert.match(first.text, /references\/ ?limits\.md/);
  assert(first.html.includes(`/api/v1/archive${ADDRESS}?path=${SKILL}&amp;format=zip`));
  assert.match(
    first.text.replaceAll("/ ", "/"),
    /npx skills add http:\/\/127\.0\.0\.1\/local\/acme\/library --skill ad-copy/,
  );
  const lines = LONG_BODY.split("\n").length - 1;
  let page = first;
  let seen = 0;
  for (;;) {
    seen += page.text.match(/ und 語 und 🜁 bis /g)?.length ?? 0;
    const next = /href="([^"]*cursor=[^"]*)" rel="next"/.exec(page.html)?.[1];
    if (next === undefined) break;
    page = await get(server, next.replaceAll("&amp;", "&"));
  }
  assert(Math.abs(seen - lines) <= 1, `${seen} of ${lines}`);
  assert.match(page.text, /Plain words\./);
});

Deno.test("pages: a described skill says why and where, and shows nothing of itself", async () => {
  const files = {
    "acme/closed/SKILL.md":
      "---\nname: closed\ndescription: Kept.\nlicense: All rights reserved\n---\nSECRET-BODY\n",
    "acme/closed/more.md": "SECRET-FILE\n",
  };
  await using server = await testServer({ files, environment: { LOCAL_VERIFIED: "0" } });
  const { status, text } = await get(server, "/local/acme/closed?skill=SKILL.md");
  assert.equal(status, 200);
  assert.match(text, /keeps its content at its source/);
  assert.doesNotMatch(text, /SECRET|Download/);
  assert.match(text, /Nobody here has reviewed this repository/);
  const file = await get(server, "/local/acme/closed?file=more.md");
  assert.equal(file.status, 451);
  assert.match(file.text, /The licence keeps the content at its source/);
});

Deno.test("pages: a file is laid out, highlighted, shown or named", async () => {
  await using server = await testServer({
    files: { ...LIBRARY, "acme/library/docs/big.json": `{"a":"${"x".repeat(3 * 1024 * 1024)}"}` },
  });
  assert.match((await get(server, `${ADDRESS}?file=docs/voice.md`)).html, /<h2 id="md-voice">Voice<\/h2>/);
  assert.match(
    (await get(server, `${ADDRESS}?file=docs/voice.md&view=source`)).html,
    /class="hljs-section"># Voice/,
  );
  const bytes = await get(server, `${ADDRESS}?file=marketing/skills/ad-copy/logo.bin`);
  assert.deepEqual([bytes.status, /not UTF-8 text/.test(bytes.text)], [200, true]);
  const big = await get(server, `${ADDRESS}?file=docs/big.json`);
  assert.deepEqual([big.status, /over the read limit/.test(big.text)], [413, true]);
  const long = await get(server, `${ADDRESS}?file=${SKILL}`);
  assert.equal(long.status, 200);
  const folder = await get(server, `${ADDRESS}?file=docs`);
  assert.deepEqual([folder.status, /names a directory/.test(folder.text)], [404, true]);
});

Deno.test("pages: what goes wrong has a page with its status and a next step", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (
    const [path, status, said] of [
      ["/nothing", 404, /There is nothing at this path[^]*Open one below/],
      ["/docs/x/y/z", 404, /There is nothing at this path/],
      ["/nope/acme/library", 400, /git host that is not configured here[^]*git hosts here are local/],
      ["/local/acme/nothing", 404, /The repository does not exist or is not public[^]*Check the owner/],
      [`${ADDRESS}/nothing`, 404, /The directory does not exist at this commit/],
      [`${ADDRESS}?skill=nothing/SKILL.md`, 404, /There is no skill at that path[^]*Go up to the address/],
      [`${ADDRESS}?path=nothing`, 404, /There is no directory at that path/],
      [`${ADDRESS}?cursor=nonsense`, 400, /The request is not valid/],
      [`${ADDRESS}?file=docs/voice.md&offset=-1`, 400, /The request is not valid/],
    ] as const
  ) {
    const page = await get(server, path);
    assert.equal(page.status, status, path);
    assert.match(page.text, said);
    assert.equal(page.headers.get("cache-control"), "no-store", path);
    inertTags(page.html);
  }
});

Deno.test("pages: the box leads to an address, or says what is wrong and keeps what was typed", async () => {
  await using server = await testServer({ files: LIBRARY });
  const found = await get(server, "/?address=acme/library");
  assert.deepEqual([found.status, found.headers.get("location")], [303, ADDRESS]);
  const typed = 'https://evil.example/"><script>alert(1)</script>';
  const refused = await get(server, `/?address=${encodeURIComponent(typed)}`);
  assert.equal(refused.status, 400);
  const input = inertTags(refused.html).find(({ attributes }) => attributes.get("id") === "address");
  assert.equal(input?.attributes.get("aria-invalid"), "true");
  assert.match(refused.text, /this server reads nothing from evil\.example/);
});

Deno.test("pages: an address in another spelling leads to its own", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { status, headers } = await get(server, "/local/acme/%6cibrary/marketing?q=ads");
  assert.deepEqual([status, headers.get("location")], [302, `${ADDRESS}/marketing?q=ads`]);
});

Deno.test("pages: an answer may be kept as long as its ref, and is not sent twice", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { headers, html } = await get(server, ADDRESS);
  assert.match(headers.get("cache-control") ?? "", /^public, max-age=\d+$/);
  assert.equal(headers.get("vary"), "accept, accept-encoding");
  const tag = headers.get("etag") ?? "";
  const again = await get(server, ADDRESS, { ...HTML, "if-none-match": tag });
  assert.deepEqual([again.status, again.html, again.headers.get("etag")], [304, "", tag]);
  const other = await get(server, `${ADDRESS}?path=marketing`, { ...HTML, "if-none-match": tag });
  assert.equal(other.status, 200);
  const pin = /href="(\/local\/acme\/library@[0-9a-f]{40})"/.exec(html)?.[1] ?? "";
  assert.equal((await get(server, pin)).headers.get("cache-control"), "public, max-age=86400");
  const head = await server.fetch(
    new Request(`http://127.0.0.1${ADDRESS}`, { method: "HEAD", headers: HTML }),
  );
  assert.deepEqual([head.status, head.headers.get("etag"), await head.text()], [200, tag, ""]);
});

Deno.test("pages: who takes anything gets a page, and a failure as JSON", async () => {
  await using server = await testServer({ files: LIBRARY });
  for (const accept of ["*/*", ""]) {
    assert.match((await get(server, ADDRESS, { accept })).html, /^<!doctype html>/);
    const missing = await get(server, "/local/acme/nothing", { accept });
    assert.equal(JSON.parse(missing.html).error.code, "mount.repo_not_found");
  }
});

Deno.test("pages: their style, script and mark never change under their names", async () => {
  await using server = await testServer({ files: LIBRARY });
  const { html } = await get(server, "/");
  const assets = new Set(html.match(/\/assets\/[a-z]+-[0-9a-f]{12}\.(?:css|js|svg)/g));
  assert.equal(assets.size, 3);
  for (const path of assets) {
    const { status, headers } = await get(server, path, {});
    assert.deepEqual([status, headers.get("cache-control")], [200, "public, max-age=31536000, immutable"]);
  }
  assert.equal((await get(server, "/assets/page-000000000000.css", {})).status, 404);
});

Deno.test("pages: search engines are shown what an operator vouches for, and nothing else", async () => {
  await using server = await testServer({
    files: LIBRARY,
    environment: { ADMIN_TOKEN: "a-token-of-at-least-32-characters-x", PUBLIC_URL: "https://skills.example" },
  });
  const robots = async (path: string) =>
    /<meta name="robots" content="([^"]*)"/.exec((await get(server, path)).html)?.[1] ?? null;
  assert.equal(await robots(ADDRESS), "noindex");
  assert.doesNotMatch((await get(server, "/sitemap.xml")).html, /acme/);
  const body = JSON.stringify({ action: "feature", address: ADDRESS });
  const featured = await server.fetch(
    new Request("http://127.0.0.1/admin/v1/trust", {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        authorization: "Bearer a-token-of-at-least-32-characters-x",
      },
    }),
  );
  assert.equal(featured.status, 200);
  await featured.body?.cancel();
  assert.equal(await robots(ADDRESS), null);
  assert.equal(await robots(`${ADDRESS}?skill=${SKILL}`), null);
  assert.equal(await robots(`${ADDRESS}?q=ads`), "noindex");
  const { html } = await get(server, ADDRESS);
  const pin = /href="(\/local\/acme\/library@[0-9a-f]{40})"/.exec(html)?.[1] ?? "";
  assert.equal(await robots(pin), "noindex");
  assert.match(
    (await get(server, "/sitemap.xml")).html,
    /<loc>https:\/\/skills\.example\/local\/acme\/library<\/loc>/,
  );
  assert.match(
    (await get(server, "/robots.txt")).html,
    /^Sitemap: https:\/\/skills\.example\/sitemap\.xml$/m,
  );
  assert.match((await get(server, "/llms.txt")).html, /<https:\/\/skills\.example\/local\/acme\/library>/);
  assert.match((await get(server, "/")).html, /href="\/local\/acme\/library"/);
});

Deno.test("pages: the front page and the documentation are made once and not sent again to who has them", async () => {
  await using server = await testServer({ files: LIBRARY });
  const visit = async (path: string, headers = {}) => {
    const request = new Request(`http://127.0.0.1${path}`, { headers: { accept: "text/html", ...headers } });
    const response = await server.fetch(request);
    return { status: response.status, etag: response.headers.get("etag"), html: await response.text() };
  };
  for (const path of ["/", "/docs", "/docs/security"]) {
    const first = await visit(path);
    const second = await visit(path);
    assert.deepEqual(second, first);
    assert.equal(first.status, 200);
    const known = await visit(path, { "if-none-match": first.etag ?? "" });
    assert.deepEqual([known.status, known.html], [304, ""]);
  }
  // Another origin is told in the page, and so is what was typed.
  const elsewhere = new Request("http://skills.example/", { headers: { accept: "text/html" } });
  assert.notEqual(await (await server.fetch(elsewhere)).text(), (await visit("/")).html);
  assert.notEqual((await visit("/?address=x")).html, (await visit("/")).html);
});
