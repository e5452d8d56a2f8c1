import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { accountRoot } from "../../../contracts/snapshots.ts";
import { packsKey, rootKey } from "../../../src/store/keys.ts";
import { verifies } from "../../requirements/verifies.ts";
import { skillMd, standingClock } from "../../support/library/library.ts";
import { ERAS } from "../mcp.ts";
import { type AccountServer, accountServer, type RpcOptions } from "./account_server.ts";

interface Entry {
  readonly uri: string;
  readonly frontmatter: { readonly name: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

async function result(
  at: AccountServer,
  method: string,
  params: Record<string, unknown>,
  options: RpcOptions,
) {
  const response = await at.rpc(method, params, options);
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.result;
}

Deno.test(
  verifies(
    ["acct.extension"],
    "the skills extension lists the library, and every file that it names reads as its digest says",
  ),
  async () => {
    using kv = await Deno.openKv(":memory:");
    await using at = await accountServer(kv, standingClock());
    const [acme, beta] = [await at.account("acme"), await at.account("beta")];
    const token = await at.key(beta);
    const files = {
      "SKILL.md": skillMd("refunds", { more: "license: MIT\n" }),
      "references/policy.md": "# Policy\n",
      "assets/logo.png": Uint8Array.from([137, 80, 78, 71, 0]),
    };
    await at.publish(acme, files);
    await at.publish(acme, { "SKILL.md": skillMd("elsewhere") });
    await at.publish(beta, { "SKILL.md": skillMd("own") });
    assert((await at.library.add(beta, { owner: "acme", name: "refunds" })).ok);
    for (const era of ERAS) {
      const options = { token, era };
      const { skills }: { skills: readonly Entry[] } = await result(at, "skills/list", {}, options);
      assert.deepEqual(skills.map(({ uri }) => uri), [
        "skill://library/acme/refunds/SKILL.md",
        "skill://library/beta/own/SKILL.md",
      ]);
      const [refunds] = skills;
      assert.equal(refunds?.frontmatter.name, "refunds");
      assert.deepEqual(refunds?.resources.map(({ uri }) => uri.split("/refunds/")[1]), [
        "SKILL.md",
        "assets/logo.png",
        "references/policy.md",
      ]);
      for (const { resources } of skills) {
        for (const { uri, digest, size } of resources) {
          const { contents: [content] } = await result(at, "resources/read", { uri }, options);
          const bytes = "text" in content
            ? new TextEncoder().encode(content.text)
            : Uint8Array.fromBase64(content.blob);
          assert.equal(bytes.length, size, uri);
          assert.equal(`sha256:${createHash("sha256").update(bytes).digest("hex")}`, digest, uri);
        }
      }
      const one = await result(at, "skills/get", { uri: refunds?.uri }, options);
      assert.deepEqual(one.skill, refunds);
      const { resources } = await result(at, "resources/list", {}, options);
      assert.deepEqual(resources.map(({ uri }: { uri: string }) => uri), skills.map(({ uri }) => uri));
    }
  },
);

Deno.test("directories lead from the library to its owners, their skills and the files in them", async () => {
  using kv = await Deno.openKv(":memory:");
  await using at = await accountServer(kv, standingClock());
  const acme = await at.account("acme");
  const token = await at.key(acme);
  await at.publish(acme, { "SKILL.md": skillMd("refunds"), "references/policy.md": "# Policy\n" });
  const list = async (uri: string) =>
    (await result(at, "resources/directory/read", { uri }, { token })).resources
      .map((entry: { uri: string }) => entry.uri);
  assert.deepEqual(await list("skill://library"), ["skill://library/acme"]);
  assert.deepEqual(await list("skill://library/acme"), ["skill://library/acme/refunds"]);
  assert.deepEqual(await list("skill://library/acme/refunds"), [
    "skill://library/acme/refunds/SKILL.md",
    "skill://library/acme/refunds/references",
  ]);
  assert.deepEqual(await list("skill://library/acme/refunds/references"), [
    "skill://library/acme/refunds/references/policy.md",
  ]);
  const missing = [
    "skill://library/beta",
    "skill://library/acme/none",
    "skill://library/acme/refunds/none",
    "skill://gh/acme/library",
    "file:///etc",
  ];
  for (const uri of missing) {
    const { error } = await (await at.rpc("resources/directory/read", { uri }, { token })).json();
    assert.deepEqual([error.code, error.data.uri], [-32602, uri]);
  }
});

Deno.test("a list goes on behind what was listed, whatever came and went meanwhile", async () => {
  using kv = await Deno.openKv(":memory:");
  await using at = await accountServer(kv, standingClock());
  const acme = await at.account("acme");
  await at.limit(acme, { callsPerDay: null, versionsPerHour: 1000 });
  const token = await at.key(acme);
  const name = (number: number) => `s-${String(number).padStart(2, "0")}`;
  for (let number = 0; number < 45; number++) await at.publish(acme, { "SKILL.md": skillMd(name(number)) });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = await result(at, "skills/list", params, { token });
    seen.push(...page.skills.map(({ frontmatter }: Entry) => frontmatter.name));
    if (cursor === undefined) assert((await at.library.delete(acme, name(3))).ok);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(seen, Array.from({ length: 45 }, (_, number) => name(number)));
  for (const wrong of ["x", "A".repeat(40), "=".repeat(20)]) {
    const { error } = await (await at.rpc("skills/list", { cursor: wrong }, { token })).json();
    assert.equal(error.code, -32602);
  }
  const other = await result(at, "skills/list", {}, { token });
  const { error } = await (await at.rpc("resources/list", { cursor: other.nextCursor }, { token })).json();
  assert.equal(error.code, -32602, "a cursor of another list");
});

Deno.test("a list tells of a skill that should be in it and cannot be read", async () => {
  using kv = await Deno.openKv(":memory:");
  await using at = await accountServer(kv, standingClock());
  const [acme, beta] = [await at.account("acme"), await at.account("beta")];
  const token = await at.key(beta);
  await at.publish(acme, { "SKILL.md": skillMd("refunds") }, { visibility: "global" });
  await at.publish(beta, { "SKILL.md": skillMd("own") });
  assert((await at.library.add(beta, { owner: "acme", name: "refunds" })).ok);
  for await (const { key } of kv.list({ prefix: packsKey(rootKey(accountRoot(acme.account))) })) {
    await kv.delete(key);
  }
  for (const era of ERAS) {
    for (const [method, key] of [["skills/list", "skills"], ["resources/list", "resources"]] as const) {
      const { [key]: entries, _meta } = await result(at, method, {}, { token, era });
      assert.deepEqual(entries.map(({ uri }: Entry) => uri), ["skill://library/beta/own/SKILL.md"]);
      assert.deepEqual(_meta["skillmount/diagnostics"], [{
        code: "internal",
        severity: "error",
        path: "skill://library/acme/refunds/SKILL.md",
        message: 'Cannot read the skill "acme/refunds": repeat the request later, or publish it again',
      }]);
    }
  }
});
