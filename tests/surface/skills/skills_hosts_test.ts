/** What hosts of the skills extension load and verify: one built on the SDK, and one that is independent. */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { createGitRepository, type GitRepository } from "../../support/git_repository.ts";
import { testServer } from "../../support/test_server.ts";
import { type Era, ERAS } from "../mcp.ts";
import { LISTED, SKILLS } from "../skills_repository.ts";
import { asker, listEverything, type Source, verifySkills } from "./_skills_verifier.ts";
import { FILES, PREFIX, URL_ } from "./_skills_extension.ts";

const EXAMPLES = new URL("../../../fixtures/examples/", import.meta.url);

/** Files by path, as an answer to what is at it. */
function filesAt(files: Readonly<Record<string, string | Uint8Array>>): Source {
  return (path) => {
    const content = files[path];
    return Promise.resolve(typeof content === "string" ? new TextEncoder().encode(content) : content ?? null);
  };
}

/** The files of a commit, as git has them. */
function filesIn({ directory }: GitRepository, commit: string): Source {
  const known = new Map<string, Promise<Uint8Array | null>>();
  const read = async (path: string) => {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["-C", directory, "cat-file", "blob", `${commit}:${path}`],
      stderr: "null",
    }).output();
    return success ? stdout : null;
  };
  return (path) => {
    const content = known.get(path) ?? read(path);
    known.set(path, content);
    return content;
  };
}

async function connected(era: Era, url: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" },
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** Lists, gets, reads and verifies everything as a host built on the SDK does. */
async function loadEverything(era: Era, url: string): Promise<{ skills: number; files: number }> {
  const client = await connected(era, url);
  try {
    const skills = new SkillsClient(client);
    assert(skills.supported && skills.directoryRead);
    const listing = await skills.list();
    assert.deepEqual(listing.invalid, []);
    let files = 0;
    for (const skill of listing.skills) {
      assert.deepEqual((await skills.get(skill.uri)).skill, skill);
      assert(skill.resources !== "dynamic");
      for (const { uri } of skill.resources) {
        const file = await skills.read(skill, uri);
        assert(file.verified);
        files++;
      }
      await skills.readDirectory(skill.uri.slice(0, -"/SKILL.md".length));
    }
    return { skills: listing.skills.length, files };
  } finally {
    await client.close();
  }
}

for (const era of ERAS) {
  Deno.test(`the SDK's skills client loads and verifies every skill in the ${era} era`, async () => {
    await using server = await testServer({ files: FILES });
    const { skills, files } = await loadEverything(era, `${server.listen()}/local/acme/skills`);
    assert.deepEqual({ skills, files }, { skills: LISTED, files: 52 });
  });

  Deno.test(`the SDK's skills client loads and verifies the example library in the ${era} era`, async () => {
    await using server = await testServer({ files: await filesBelow(EXAMPLES) });
    const url = `${server.listen()}/local/library`;
    const whole = await loadEverything(era, `${url}/library`);
    assert(whole.skills > 8);
    const part = await loadEverything(era, `${url}/library/engineering`);
    assert(part.skills > 3 && part.skills < whole.skills);
  });

  Deno.test(`an independent ${era} host finds the bytes that git holds, at a ref and pinned`, async () => {
    await using server = await testServer({ files: {} });
    await using repository = await createGitRepository(SKILLS, { directory: `${server.root}/acme/skills` });
    const commit = await repository.git(["rev-parse", "HEAD"]);
    const source = filesIn(repository, commit);
    for (const url of [URL_, `${URL_}@main`, `${URL_}@${commit}`]) {
      const ask = asker(server.fetch, era, url);
      assert.deepEqual(await verifySkills(ask, source, PREFIX), { skills: LISTED, files: 52 }, url);
    }
    const part = asker(server.fetch, era, `${URL_}/area/outer`);
    assert.deepEqual(await verifySkills(part, source, PREFIX), { skills: 2, files: 11 });
  });

  Deno.test(`an independent ${era} host finds every file of a root skill under its name`, async () => {
    const files = {
      "SKILL.md": "---\nname: pdf\ndescription: Reads PDF.\n---\nRead.\n",
      "forms/fill.py": "print()\n",
      "nested/a/SKILL.md": "---\nname: a\ndescription: Is nested.\n---\nNest.\n",
    };
    await using server = await testServer({
      files: Object.fromEntries(Object.entries(files).map(([path, text]) => [`acme/skills/${path}`, text])),
    });
    const verified = await verifySkills(asker(server.fetch, era, URL_), filesAt(files), `${PREFIX}pdf/`);
    assert.deepEqual(verified, { skills: 2, files: 4 });
  });
}

Deno.test("a push that changes no part of a skill leaves its digests, and every other changes its own", async () => {
  await using server = await testServer({ files: {} });
  await using repository = await createGitRepository(SKILLS, { directory: `${server.root}/acme/skills` });
  const digestsAt = async (commit: string) => {
    const entries = await listEverything(asker(server.fetch, "modern", `${URL_}@${commit}`));
    return new Map(
      entries.map(({ uri, resources }) => [uri.slice(PREFIX.length), JSON.stringify(resources)]),
    );
  };
  let before = await digestsAt(await repository.git(["rev-parse", "HEAD"]));
  for (
    const [path, content, changed] of [
      ["README.md", "# Other\n\nText.\n", []],
      ["docs/unrelated.md", "# New\n", []],
      ["docs/voice.md", "# Voice\n\nLoud.\n", ["area/outer/SKILL.md"]],
      ["area/outer/inner/deep/data.json", "[]\n", ["area/outer/SKILL.md", "area/outer/inner/SKILL.md"]],
      ["area/outer/misnamed/SKILL.md", "---\nname: x\ndescription: X.\n---\nX.\n", ["area/outer/SKILL.md"]],
      [
        "area/SKILLCDN.md",
        "---\ndescription: An area.\n---\nNew rule.\n",
        ["area/outer/SKILL.md", "area/outer/inner/SKILL.md", "area/zeta/SKILL.md"],
      ],
    ] as const
  ) {
    const after = await digestsAt(await repository.commit({ [path]: content }));
    assert.deepEqual(
      [...after].filter(([uri, digest]) => before.get(uri) !== digest).map(([uri]) => uri),
      changed,
    );
    before = after;
  }
});

/** Files below a directory, as `<name of the directory>/<path>`. */
async function filesBelow(directory: URL): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  const visit = async (url: URL, prefix: string) => {
    for await (const { name, isDirectory } of Deno.readDir(url)) {
      if (isDirectory) await visit(new URL(`${encodeURIComponent(name)}/`, url), `${prefix}${name}/`);
      else files[`library/${prefix}${name}`] = await Deno.readFile(new URL(encodeURIComponent(name), url));
    }
  };
  await visit(directory, "");
  return files;
}
