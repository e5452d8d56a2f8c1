import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { filesOf, found, libraryOn, skillMd, standingClock } from "../../support/library/library.ts";
import { ERAS } from "../mcp.ts";
import { accountServer } from "./account_server.ts";

const SKILL_NOT_FOUND = JSON.stringify({ error: "Skill not found" });

async function stage() {
  const kv = await Deno.openKv(":memory:");
  const at = await accountServer(kv, standingClock());
  const acme = await at.account("acme");
  const beta = await at.account("beta");
  const [a, b] = [await at.key(acme), await at.key(beta)];
  return {
    ...at,
    kv,
    acme,
    beta,
    a,
    b,
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]();
      kv.close();
    },
  };
}

Deno.test(
  verifies(
    ["acct.tools.exact", "acct.tools.schemas"],
    "there are four tools that only read, and they take owner, name and path and nothing else",
  ),
  async () => {
    await using at = await stage();
    for (const era of ERAS) {
      const response = await at.rpc("tools/list", {}, { token: at.a, era });
      const { result: { tools } } = await response.json();
      const names = tools.map(({ name }: { name: string }) => name).sort();
      assert.deepEqual(names, ["get_skill", "get_skill_content", "get_skill_file", "list_library"]);
      for (const { name, annotations, inputSchema } of tools) {
        const { title: _, ...hints } = annotations;
        assert.deepEqual(hints, {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        });
        assert.equal(inputSchema.additionalProperties, false);
        const required = name === "list_library"
          ? undefined
          : ["owner", "name", ...(name === "get_skill_file" ? ["path"] : [])];
        assert.deepEqual(inputSchema.required, required);
        for (const property of Object.values<{ type: string }>(inputSchema.properties)) {
          assert.equal(property.type, "string");
        }
      }
    }
    const wrong = await at.call(at.a, "list_library", { x: 1 });
    assert.ok(wrong.isError);
    assert.equal(typeof JSON.parse(wrong.text).error, "string");
  },
);

Deno.test(
  verifies(
    ["acct.get_skill.keys", "acct.get_skill.values", "acct.stats.mirror"],
    "get_skill answers eleven members as they were written, null where nothing was",
  ),
  async () => {
    await using at = await stage();
    await at.publish(at.acme, { "SKILL.md": skillMd("plain") });
    const plain = JSON.parse((await at.call(at.a, "get_skill", { owner: "acme", name: "plain" })).text);
    assert.deepEqual(Object.keys(plain), [
      "name",
      "owner",
      "description",
      "visibility",
      "license",
      "compatibility",
      "allowedTools",
      "metadata",
      "files",
      "stats",
      "publishedAt",
    ]);
    const { license, compatibility, allowedTools, metadata, files } = plain;
    assert.deepEqual({ license, compatibility, allowedTools, metadata, files }, {
      license: null,
      compatibility: null,
      allowedTools: null,
      metadata: null,
      files: [],
    });
    const more = `license: MIT
compatibility: cursor claude-code
allowed-tools: Read Grep
metadata:
  version: "1.0"
  beta: yes
`;
    await at.publish(at.acme, {
      "SKILL.md": skillMd("code-review", { more }),
      "references/style.md": "#".repeat(2048),
    });
    await at.library.add(at.beta, { owner: "acme", name: "code-review" });
    const full = JSON.parse((await at.call(at.a, "get_skill", { owner: "acme", name: "code-review" })).text);
    assert.equal(full.license, "MIT");
    assert.equal(full.compatibility, "cursor claude-code");
    assert.equal(full.allowedTools, "Read Grep");
    assert.deepEqual(full.metadata, { version: "1.0", beta: "yes" });
    assert.deepEqual(full.files, [{ path: "references/style.md", size: 2048, contentType: "text/markdown" }]);
    assert.deepEqual(full.stats, { installs: 1, activations: 1, rating: null });
    assert.equal(full.visibility, "global");
  },
);

Deno.test(
  verifies(
    ["acct.list.never"],
    "drafts and what is flagged, held or not graded are in no list and no tool, their owner's neither",
  ),
  async () => {
    await using at = await stage();
    for (const name of ["published", "flagged"]) await at.publish(at.acme, { "SKILL.md": skillMd(name) });
    found(await at.moderation.flag(OPERATOR, { owner: "acme", name: "flagged" }, "it steals"));
    found(await at.library.saveDraft(at.acme, filesOf({ "SKILL.md": skillMd("draft") }), {}));
    await at.publish(at.acme, { "SKILL.md": skillMd("held", { body: "Do \u{E0041} it.\n" }) });
    const unlooked = libraryOn(at.kv, { clock: at.clock, isAnalysed: false });
    await unlooked.publish(at.acme, { "SKILL.md": skillMd("ungraded") });
    for (const era of ERAS) {
      const { skills } = JSON.parse((await at.call(at.a, "list_library", {}, era)).text);
      assert.deepEqual(skills.map(({ name }: { name: string }) => name), ["published"]);
      for (const name of ["flagged", "draft", "held", "ungraded"]) {
        const { text, isError } = await at.call(at.a, "get_skill", { owner: "acme", name }, era);
        assert.deepEqual([text, isError], [SKILL_NOT_FOUND, true], name);
      }
    }
  },
);

Deno.test(
  verifies(["acct.published_at.stable"], "publishedAt is the first publication, whatever came later"),
  async () => {
    await using at = await stage();
    await at.publish(at.acme, { "SKILL.md": skillMd("x") });
    const read = async () =>
      JSON.parse((await at.call(at.a, "get_skill", { owner: "acme", name: "x" })).text).publishedAt;
    const first = await read();
    assert.match(first, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    at.clock.advance(3_600_000);
    await at.publish(at.acme, { "SKILL.md": skillMd("x", { body: "Another.\n" }) });
    assert.equal(await read(), first);
  },
);

Deno.test(
  verifies(
    ["acct.content.raw", "acct.file.skill_md", "acct.file.text", "acct.file.binary"],
    "files come as they were published, byte for byte, and what is no text in an object",
  ),
  async () => {
    await using at = await stage();
    const document = `\uFEFF${skillMd("x", { body: "One.  \r\nTwo.\t\r\n" }).replaceAll("\n", "\r\n")}`;
    const icon = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);
    const config = '{"encoding":"base64"}';
    await at.publish(at.acme, {
      "SKILL.md": document,
      "scripts/extract.py": "print(1)\n",
      "assets/icon.png": icon,
      "assets/config.json": config,
    });
    const skill = { owner: "acme", name: "x" };
    for (const era of ERAS) {
      const content = await at.call(at.a, "get_skill_content", skill, era);
      assert.equal(content.text, document);
      assert.equal(sha256(content.text), sha256(document));
      const file = async (path: string) => await at.call(at.a, "get_skill_file", { ...skill, path }, era);
      assert.equal((await file("SKILL.md")).text, document);
      assert.equal((await file("scripts/extract.py")).text, "print(1)\n");
      const binary = await file("assets/icon.png");
      const { content: encoded, ...told } = JSON.parse(binary.text);
      assert.deepEqual(told, { path: "assets/icon.png", contentType: "image/png", encoding: "base64" });
      assert.deepEqual(Uint8Array.fromBase64(encoded), icon);
      assert.equal(binary.meta["skillmount/contentType"], "image/png");
      const json = await file("assets/config.json");
      assert.equal(json.text, config);
      assert.equal(json.meta["skillmount/contentType"], "application/json");
    }
    const { files } = JSON.parse((await at.call(at.a, "get_skill", skill)).text);
    assert.ok(files.every(({ path }: { path: string }) => path !== "SKILL.md"));
  },
);

Deno.test(
  verifies(["acct.content.no_version"], "a skill whose versions are all yanked says that it has none"),
  async () => {
    await using at = await stage();
    const { version } = await at.publish(at.acme, { "SKILL.md": skillMd("x") });
    assert((await at.library.yank(at.acme, "x", version ?? "", { reason: null })).ok);
    const content = await at.call(at.a, "get_skill_content", { owner: "acme", name: "x" });
    assert.deepEqual(content, {
      ...content,
      isError: true,
      text: '{"error":"No published version available"}',
    });
    const { skills } = JSON.parse((await at.call(at.a, "list_library")).text);
    assert.equal(skills[0].version, null);
  },
);

Deno.test(
  verifies(
    ["acct.file.missing", "acct.file.traversal"],
    "a path that is not there is told with those that are, and one that cannot be is told alone",
  ),
  async () => {
    await using at = await stage();
    await at.publish(at.acme, { "SKILL.md": skillMd("x"), "b.md": "b", "a/c.md": "c" });
    const file = async (path: string) =>
      JSON.parse((await at.call(at.a, "get_skill_file", { owner: "acme", name: "x", path })).text);
    assert.deepEqual(await file("references/none.md"), {
      error: "File not found",
      availableFiles: ["SKILL.md", "a/c.md", "b.md"],
    });
    const wrong = [
      "../x",
      "/etc/passwd",
      "a//b",
      "a\\b",
      "./SKILL.md",
      "scripts/",
      "bin/tool.exe",
      "x".repeat(1025),
      "",
    ];
    for (const path of wrong) assert.deepEqual(await file(path), { error: "Invalid file path" }, path);
  },
);

Deno.test(
  verifies(
    ["acct.errors.flagged_as_error", "acct.not_in_library", "acct.private_unknown_alike"],
    "what is not in the library is not found, in the same words whatever there is elsewhere",
  ),
  async () => {
    await using at = await stage();
    await at.publish(at.acme, { "SKILL.md": skillMd("x") });
    await at.publish(at.acme, { "SKILL.md": skillMd("p") }, { visibility: "private" });
    const tools = ["get_skill", "get_skill_content", "get_skill_file"];
    const ask = async (tool: string, name: string) =>
      await at.call(at.b, tool, {
        owner: "acme",
        name,
        ...(tool === "get_skill_file" && { path: "SKILL.md" }),
      });
    for (const tool of tools) {
      for (const name of ["x", "p", "nothing"]) {
        assert.deepEqual(await ask(tool, name), { text: SKILL_NOT_FOUND, isError: true, meta: {} }, name);
      }
    }
    assert((await at.library.add(at.beta, { owner: "acme", name: "x" })).ok);
    for (const tool of tools) assert.equal((await ask(tool, "x")).isError, false, tool);
    const bytes = async (name: string) => {
      const params = { name: "get_skill", arguments: { owner: "acme", name } };
      const response = await at.rpc("tools/call", params, { token: at.b });
      return { status: response.status, body: await response.text() };
    };
    assert.deepEqual(await bytes("p"), await bytes("nothing"));
  },
);

Deno.test(verifies(["acct.case_folded"], "owner and name are folded and answered as they are"), async () => {
  await using at = await stage();
  await at.publish(at.acme, { "SKILL.md": skillMd("code-review") });
  const answer = await at.call(at.a, "get_skill", { owner: "ACME", name: "Code-Review" });
  const { owner, name } = JSON.parse(answer.text);
  assert.deepEqual({ owner, name }, { owner: "acme", name: "code-review" });
});

Deno.test(
  verifies(
    ["acct.list.shape_order", "acct.list.explicit_own"],
    "the library is listed by when its skills came, each with five members",
  ),
  async () => {
    await using at = await stage();
    const list = async () => JSON.parse((await at.call(at.a, "list_library")).text).skills;
    await at.publish(at.acme, { "SKILL.md": skillMd("a") });
    at.clock.advance(1000);
    await at.publish(at.beta, { "SKILL.md": skillMd("b") });
    assert((await at.library.add(at.acme, { owner: "beta", name: "b" })).ok);
    at.clock.advance(1000);
    await at.publish(at.acme, { "SKILL.md": skillMd("d") });
    const skills = await list();
    assert.deepEqual(skills.map(({ name }: { name: string }) => name), ["a", "b", "d"]);
    for (const skill of skills) {
      assert.deepEqual(Object.keys(skill), ["owner", "name", "version", "description", "addedAt"]);
    }
    assert.deepEqual(skills.map(({ addedAt }: { addedAt: unknown }) => addedAt === null), [
      true,
      false,
      true,
    ]);
    at.clock.advance(1000);
    assert((await at.library.add(at.acme, { owner: "acme", name: "a" })).ok);
    const after = await list();
    assert.deepEqual(after.map(({ name }: { name: string }) => name), ["b", "d", "a"]);
    assert.match(after[2].addedAt, /^2030-/);
  },
);

Deno.test(verifies(["acct.list.whole"], "a library of 1,200 skills is listed whole"), async () => {
  await using at = await stage();
  await at.limit(at.acme, { versionsPerHour: 10_000 });
  const names = Array.from({ length: 1200 }, (_, number) => `skill-${number}`);
  for (const name of names) {
    await at.publish(at.acme, { "SKILL.md": skillMd(name) }, { visibility: "private" });
  }
  const { skills } = JSON.parse((await at.call(at.a, "list_library")).text);
  assert.deepEqual(skills.map(({ name }: { name: string }) => name).sort(), names.sort());
});

Deno.test(
  "a key that is confined to a skill neither lists nor opens another",
  async () => {
    await using at = await stage();
    const files = [{ "SKILL.md": skillMd("shown") }, { "SKILL.md": skillMd("other") }];
    for (const upload of files) await at.publish(at.acme, upload);
    const only = await at.key(at.acme, { skills: [`${at.acme.account}/shown`] });
    const { skills } = JSON.parse((await at.call(only, "list_library")).text);
    assert.deepEqual(skills.map(({ name }: { name: string }) => name), ["shown"]);
    const other = await at.call(only, "get_skill_content", { owner: "acme", name: "other" });
    assert.equal(other.text, SKILL_NOT_FOUND);
  },
);

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
