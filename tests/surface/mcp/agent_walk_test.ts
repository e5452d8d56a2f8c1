/** Does what an agent does that knows nothing but a URL, and checks that it ends with the true bytes. */
import assert from "node:assert/strict";
import { testServer } from "../../support/test_server.ts";
import { AREA_RULES, LIBRARY, LONG_BODY, PAGE, RULES } from "../../support/surface_library.ts";
import { callTool, ERAS, message } from "../mcp.ts";
import { fenced, walkThrough } from "../walk.ts";

const REPOSITORY = "http://127.0.0.1/local/acme/library";
const SKILL = "marketing/skills/ad-copy/SKILL.md";

for (const era of ERAS) {
  for (const mounted of ["", "/marketing"]) {
    Deno.test(`a ${era} agent finds a long skill at ${mounted || "the root"} and ends with its exact bytes`, async () => {
      await using server = await testServer({ files: LIBRARY });
      const url = REPOSITORY + mounted;
      const call = (tool: string, args: Record<string, unknown>) =>
        callTool(server.fetch, era, url, tool, args);

      const browsed = (await call("browse_repo", {})).text;
      assert.match(browsed, /marketing\/skills/);
      const commit = /^Commit: ([0-9a-f]{40})/m.exec(browsed)?.[1];
      const found = (await call("search_repo", { query: "short ads" })).text;
      assert(found.includes(SKILL));

      const pages = await walkThrough(server.fetch, era, url, "load_skill", { path: SKILL });
      assert(pages.length > 3);
      for (const [index, page] of pages.entries()) {
        assert.match(page, new RegExp(`^Commit: ${commit}`, "m"));
        assert.match(page, new RegExp(`^Complete: ${index === pages.length - 1}$`, "m"));
      }
      assert.match(pages[0] ?? "", /references\/limits\.md/);
      const parts = pages.map(fenced).join("").split(/^--- (.+) ---\n/m).slice(1);
      assert.deepEqual(parts.filter((_, index) => index % 2 === 0), [
        "applicable rules: SKILLCDN.md",
        "applicable rules: marketing/SKILLCDN.md",
        "instructions",
        "included file: docs/voice.md",
      ]);
      const texts = parts.filter((_, index) => index % 2 === 1);
      for (const [index, source] of [RULES, AREA_RULES, LONG_BODY, PAGE].entries()) {
        assert.equal(texts[index]?.replace(/\n+$/, "\n"), source);
      }
    });

    Deno.test(`a ${era} agent at ${mounted || "the root"} reads a file piece by piece to its exact text`, async () => {
      await using server = await testServer({ files: LIBRARY });
      const url = REPOSITORY + mounted;
      await callTool(server.fetch, era, url, "browse_repo", {});
      const pages = await walkThrough(server.fetch, era, url, "read_repo_file", { path: SKILL });
      assert(pages.length > 3);
      assert.equal(pages.map(fenced).join(""), LIBRARY[`acme/library/${SKILL}`]);
    });
  }

  Deno.test(`a ${era} agent on a sub-path gets ancestor rules with a skill and cannot read them by path`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const url = `${REPOSITORY}/marketing`;
    const { text } = await callTool(server.fetch, era, url, "load_skill", { path: SKILL });
    assert(text.includes(RULES));
    for (
      const [tool, path] of [
        ["read_repo_file", "SKILLCDN.md"],
        ["read_repo_file", "README.md"],
        ["read_repo_file", "docs/voice.md"],
        ["read_repo_file", "engineering/skills/review/SKILL.md"],
        ["load_skill", "engineering/skills/review/SKILL.md"],
        ["browse_repo", ""],
        ["browse_repo", "engineering"],
        ["search_repo", "engineering"],
      ] as const
    ) {
      const input = tool === "search_repo" ? { query: "review", path } : { path };
      const refused = await callTool(server.fetch, era, url, tool, input);
      assert(refused.isError, `${tool} ${path}`);
      const absent = await callTool(server.fetch, era, url, tool, { ...input, path: "nothing/there.md" });
      assert.equal(
        refused.text.replaceAll(path === "" ? "(repository root)" : path, ""),
        absent.text.replaceAll("nothing/there.md", ""),
      );
    }
    const everything = await callTool(server.fetch, era, url, "search_repo", {
      query: "diff change merged review",
    });
    assert(!everything.text.includes("engineering"));
  });

  Deno.test(`a ${era} agent at a pinned commit gets what its results named, also after an edit`, async () => {
    await using server = await testServer({ files: LIBRARY });
    const { text } = await callTool(server.fetch, era, REPOSITORY, "browse_repo", {});
    const pinned = `${REPOSITORY}@${/^Commit: ([0-9a-f]{40})/m.exec(text)?.[1]}`;
    await server.write(`acme/library/${SKILL}`, "---\nname: ad-copy\ndescription: Changed.\n---\nChanged.\n");
    const pages = await walkThrough(server.fetch, era, pinned, "load_skill", { path: SKILL });
    assert(pages.map(fenced).join("").includes(LONG_BODY));
  });

  Deno.test(`a ${era} agent that meets an unindexed commit is told to call again`, async () => {
    await using server = await testServer({ files: LIBRARY, environment: { INDEX_WAIT_MS: "0" } });
    const { text, isError } = await callTool(server.fetch, era, REPOSITORY, "read_repo_file", {
      path: "README.md",
    });
    assert(!isError);
    assert.match(text, /^Next: call read_repo_file again with the same arguments in \d+ seconds$/m);
    const opened = await server.fetch(message(era, REPOSITORY, { method: "tools/list" }));
    assert.equal(opened.status, 200);
    await opened.body?.cancel();
  });
}
