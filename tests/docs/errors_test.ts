import assert from "node:assert/strict";
import { type ErrorCode, ERRORS } from "../../contracts/errors.ts";
import { failureResponse } from "../../src/http/mod.ts";
import { testServer } from "../support/test_server.ts";

const PAGE = await Deno.readTextFile(new URL("../../docs/errors.md", import.meta.url));

Deno.test("docs/errors.md has a section for each code and no other, with its sentence, its status and a next step", () => {
  const [codes = ""] = PAGE.split("## Before a server is asked");
  const sections = codes.split(/^## /m).slice(1).map((section) => section.split("\n\n"));
  assert.deepEqual(sections.map(([code]) => code).sort(), Object.keys(ERRORS).sort());
  for (const [code = "", text = ""] of sections) {
    const { status, sentence } = Object.entries(ERRORS).find(([known]) => known === code)?.[1] ??
      assert.fail(code);
    const words = text.replaceAll("\n", " ");
    assert(words.startsWith(`${sentence} (${status}). `), `${code}: ${words}`);
    assert(words.length > `${sentence} (${status}). `.length + 10, code);
  }
});

Deno.test("a page and an answer that say what went wrong lead to what helps", async () => {
  await using server = await testServer({ files: {} });
  const get = async (path: string) => {
    const request = new Request(`http://127.0.0.1${path}`, { headers: { accept: "text/html" } });
    return await (await server.fetch(request)).text();
  };
  const help = await get("/docs/errors");
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const link = failureResponse({ code }).headers.get("link") ?? "";
    const [, anchor = ""] = /^<\/docs\/errors#([a-z_-]+)>; rel="help"$/.exec(link) ?? [];
    assert(help.includes(`id="${anchor}">${code}`), code);
  }
  for (const path of ["/local/nobody/nothing", "/docs/nothing", "/xx/acme/library"]) {
    const [, anchor = ""] = /href="\/docs\/errors#([a-z_-]+)"/.exec(await get(path)) ?? [];
    assert(anchor !== "" && help.includes(`id="${anchor}"`), path);
  }
});
