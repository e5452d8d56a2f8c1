/** Installs of what accounts publish to everybody: indexes below the pages of skills, and plugin marketplaces. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { createFeaturing, createModeration } from "../../../src/library/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { found } from "../../support/library/library.ts";
import { libraryServer, skillOf } from "../../support/library/library_server.ts";
import { indexOf, installAll, installAllOlder, plain } from "../../support/installer.ts";
import { codeOf, get, ORIGIN } from "./_install.ts";

const ACME = `${ORIGIN}/skills/acme`;
const clock = { now: () => Date.now() };
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** An account whose skills are: two for everybody, one of them a single file; one private; one for no installer. */
async function published() {
  const stage = await libraryServer();
  const acme = await (await stage.account("acme")).client();
  const everybodys = { visibility: "global" };
  const whole = {
    ...skillOf("whole"),
    "a b/naïve #1.txt": "odd\r\n",
    "bin/x": new Uint8Array([0, 1, 2, 255]),
  };
  await acme.publish(whole, everybodys);
  await acme.publish({ "SKILL.md": skillOf("alone")["SKILL.md"] ?? "" }, everybodys);
  await acme.publish(skillOf("private"));
  // A text that looks so says nothing to installers.
  await acme.publish(
    { "SKILL.md": skillOf("text", 'metadata:\n  internal: "true"\n')["SKILL.md"] ?? "" },
    everybodys,
  );
  await acme.publish(skillOf("internal", "metadata:\n  internal: true\n"), everybodys);
  await stage.server.makeEditions();
  return { ...stage, acme, whole, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() };
}

Deno.test(
  verifies(
    ["install.account_index"],
    "what an account publishes to everybody is installed by the common installer",
  ),
  async () => {
    await using stage = await published();
    const { fetch } = stage.server;
    const index = await indexOf(fetch, ACME);
    assert.deepEqual(index.skills.map(({ name, type }) => [name, type]), [["alone", "skill-md"], [
      "text",
      "skill-md",
    ], ["whole", "archive"]]);
    assert.deepEqual(index.notListed, [{ path: "acme/internal", reason: "internal" }]);
    const installed = await installAll(fetch, ACME);
    assert.deepEqual([...installed.get("whole")?.keys() ?? []].sort(), Object.keys(stage.whole).sort());
    assert.equal(text(installed.get("whole")?.get("a b/naïve #1.txt")), "odd\r\n");
    assert.deepEqual(installed.get("whole")?.get("bin/x"), stage.whole["bin/x"]);
    // A name that does not survive in a URL keeps its skill from the installers of before.
    assert.deepEqual([...(await installAllOlder(fetch, ACME)).keys()], ["alone", "text"]);
    const { headers } = await get(stage.server, "/skills/acme/.well-known/agent-skills/index.json");
    assert.equal(headers.get("cache-control"), "public, max-age=60");
    const again = await get(stage.server, "/skills/acme/.well-known/agent-skills/index.json", {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    assert.equal(again.status, 304);
    for (const path of ["skills/beta", "skills/nobody", "skills/acme/private", "skills/acme/none"]) {
      const answer = await get(stage.server, `/${path}/.well-known/agent-skills/index.json`);
      assert.equal(answer.status, 404, path);
    }
    const file = await get(stage.server, "/skills/acme/.well-known/agent-skills/whole/bin/x");
    assert.equal(file.headers.get("content-type"), "application/octet-stream");
    assert.equal(file.headers.get("content-disposition"), "attachment");
    await file.body?.cancel();
    const odd = [
      "agent-skills/whole.zip?version=9.9.9",
      "agent-skills/private.zip",
      "agent-skills/whole/none.md",
      "agent-skills/whole/%ZZ",
      "agent-skills/other",
      "skills/whole.zip",
    ];
    for (const path of odd) {
      assert.equal((await codeOf(await get(stage.server, `/skills/acme/.well-known/${path}`)))[0], 404, path);
    }
    const posted = await get(stage.server, "/skills/acme/.well-known/agent-skills/index.json", {
      method: "POST",
    });
    assert.equal(posted.status, 405);
    await posted.body?.cancel();
  },
);

Deno.test(
  verifies(
    ["install.one_pinned", "install.no_root_index"],
    "a skill has an index of its own, at a version too, and the origin has none",
  ),
  async () => {
    await using stage = await published();
    const { fetch } = stage.server;
    const before = await installAll(fetch, `${ACME}/whole@1.0.0`);
    assert.deepEqual([...before.keys()], ["whole"]);
    const index = await indexOf(fetch, `${ACME}/whole@1.0.0`);
    assert.equal(
      (await stage.acme.publish(
        { ...skillOf("whole"), "new.md": "new" },
        { version: "1.1.0" },
        "/api/v1/library/acme/whole/versions",
      )).status,
      201,
    );
    assert.deepEqual(await indexOf(fetch, `${ACME}/whole@1.0.0`), index, "a pinned one stays");
    assert.deepEqual(
      plain((await installAll(fetch, `${ACME}/whole@1.0.0`)).get("whole")),
      plain(before.get("whole")),
    );
    const now = (await installAll(fetch, `${ACME}/whole`)).get("whole");
    assert.deepEqual([...now?.keys() ?? []].sort(), ["SKILL.md", "new.md", "references/style.md"]);
    for (
      const path of [
        "/skills/acme/whole@9.9.9",
        "/skills/acme/whole@",
        "/skills/acme/whole@%ZZ",
        "/skills/acme/none",
        "",
      ]
    ) {
      for (const kind of ["agent-skills", "skills"]) {
        assert.equal(
          (await codeOf(await get(stage.server, `${path}/.well-known/${kind}/index.json`)))[0],
          404,
          path,
        );
      }
    }
  },
);

Deno.test("the index of all skills lists what the operator features alone", async () => {
  await using stage = await published();
  const beta = await (await stage.account("beta")).client();
  await beta.publish({ ...skillOf("alone", "license: MIT\n"), LICENSE: "MIT License" }, {
    visibility: "global",
  });
  await stage.server.makeEditions();
  assert.deepEqual((await indexOf(stage.server.fetch, `${ORIGIN}/skills`)).skills, []);
  const featuring = createFeaturing({ ...stage.store, isAnalysed: true, clock });
  found(await featuring.feature(OPERATOR, { owner: "beta", name: "alone" }));
  for (const install of [installAll, installAllOlder]) {
    const installed = await install(stage.server.fetch, `${ORIGIN}/skills`);
    assert.deepEqual([...installed.keys()], ["alone"]);
    assert.equal(text(installed.get("alone")?.get("LICENSE")), "MIT License");
  }
});

Deno.test(
  verifies(["install.marketplace"], "an account is a marketplace of plugins, whose versions only rise"),
  async () => {
    await using stage = await published();
    const market = async () => {
      const answer = await get(stage.server, "/skills/acme/marketplace.json");
      assert.equal(answer.status, 200);
      return await answer.json();
    };
    const first = await market();
    assert.deepEqual([first.name, first.owner], ["acme-skills", { name: "acme" }]);
    assert.deepEqual(first.plugins.map(({ name }: { name: string }) => name), ["alone", "text", "whole"]);
    const sourceOf = async (
      plugins: readonly { name: string; version: string; source: Record<string, string> }[],
    ) => {
      const plugin = plugins.find(({ name }) => name === "whole");
      assert(plugin !== undefined);
      const { source, url = "", sha256 } = plugin.source;
      assert.equal(source, "archive");
      const bytes = await (await stage.server.fetch(new Request(url))).bytes();
      assert.equal(createHash("sha256").update(bytes).digest("hex"), sha256);
      return { files: unzipSync(bytes), number: Number(/^1\.0\.(\d+)$/.exec(plugin.version)?.[1]) };
    };
    const one = await sourceOf(first.plugins);
    assert.deepEqual(
      Object.keys(one.files).sort(),
      [
        ".claude-plugin/plugin.json",
        ...Object.keys(stage.whole).map((path) => `skills/whole/${path}`),
      ].sort(),
    );
    assert.equal(JSON.parse(text(one.files[".claude-plugin/plugin.json"])).name, "whole");
    await stage.acme.publish({ ...skillOf("whole"), "new.md": "new" }, {});
    const released = await sourceOf((await market()).plugins);
    assert.equal((await stage.acme.publish(stage.whole)).body.status, "restored");
    const restored = await sourceOf((await market()).plugins);
    assert(one.number < released.number && released.number < restored.number);
    assert.deepEqual(Object.keys(restored.files), Object.keys(one.files));
    assert.equal((await get(stage.server, "/skills/nobody/marketplace.json")).status, 404);
    assert.equal((await get(stage.server, "/skills/acme/private/plugin.zip")).status, 404);
  },
);

Deno.test("what is flagged is installed from nowhere, at once", async () => {
  await using stage = await published();
  const paths = [
    "/skills/acme/whole/.well-known/agent-skills/index.json",
    "/skills/acme/.well-known/agent-skills/whole.zip?version=1.0.0",
    "/skills/acme/.well-known/agent-skills/whole/SKILL.md",
    "/skills/acme/whole@1.0.0/plugin.zip",
  ];
  for (const path of paths) assert.equal((await get(stage.server, path)).status, 200, path);
  const moderation = createModeration({ ...stage.store, clock, newId: () => crypto.randomUUID() });
  found(await moderation.flag(OPERATOR, { owner: "acme", name: "whole" }, "it steals"));
  for (const path of paths) assert.equal((await get(stage.server, path)).status, 404, path);
  const index = await indexOf(stage.server.fetch, ACME);
  assert.deepEqual(index.skills.map(({ name }) => name), ["alone", "text"]);
});
