import assert from "node:assert/strict";
import { testServer } from "../support/test_server.ts";

const DOCS = new URL("../../docs/", import.meta.url);

async function names(): Promise<string[]> {
  const files = await Array.fromAsync(Deno.readDir(DOCS));
  // What docs/design/ says is for who changes the program, not for who uses it.
  return files.filter(({ isFile }) => isFile).map(({ name }) => name.replace(/\.md$/, "")).sort();
}

async function page(server: { fetch(request: Request): Promise<Response> | Response }, path: string) {
  const response = await server.fetch(
    new Request(`http://127.0.0.1${path}`, { headers: { accept: "text/html" } }),
  );
  return { status: response.status, html: await response.text() };
}

Deno.test("/docs lists every page of docs/, and each is there under its title", async () => {
  await using server = await testServer({ files: {} });
  const { status, html } = await page(server, "/docs");
  assert.equal(status, 200);
  const listed = [...html.matchAll(/href="\/docs\/([a-z-]+)"/g)].map(([, name]) => name ?? "");
  assert.deepEqual([...new Set(listed)].sort(), await names());
  for (const name of await names()) {
    const title = /^# (.*)/.exec(await Deno.readTextFile(new URL(`${name}.md`, DOCS)))?.[1] ?? "";
    const found = await page(server, `/docs/${name}`);
    assert.equal(found.status, 200, name);
    assert(found.html.includes(`<title>${title} · skillmount</title>`), name);
    assert.equal(found.html.match(/<h1[ >]/g)?.length, 1, name);
  }
});

Deno.test("no page of the documentation leads to what is not there", async () => {
  await using server = await testServer({ files: {} });
  for (const path of ["/docs", ...(await names()).map((name) => `/docs/${name}`)]) {
    const { html } = await page(server, path);
    assert(!html.includes("dead-link"), path);
    for (const [, target = "", heading] of html.matchAll(/href="(\/[^"#]*)(?:#([^"]*))?"/g)) {
      if (target.startsWith("/assets/")) continue;
      const found = await page(server, target);
      assert.equal(found.status, 200, `${path} leads to ${target}`);
      if (heading !== undefined) assert(found.html.includes(`id="${heading}"`), `${target}#${heading}`);
    }
  }
});

Deno.test("what is no page of the documentation is a friendly 404", async () => {
  await using server = await testServer({ files: {} });
  for (const path of ["/docs/nothing", "/docs/", "/docs/connect.md"]) {
    const { status, html } = await page(server, path);
    assert.deepEqual([status, html.includes("<main")], [404, true], path);
  }
});
