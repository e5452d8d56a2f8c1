/**
 * The released installer, `npx skills`, at a running server. `deno task e2e` runs it: it needs npx and the npm
 * registry. `SKILLMOUNT_BENCH_REPOSITORIES` names a directory of clones to install from besides.
 */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { indexOf, installAll, installAllOlder } from "../support/installer.ts";
import { publishedFiles } from "../support/published_files.ts";
import { shellLines } from "../docs/shell_lines.ts";
import { devServer } from "./_dev_server.ts";
import { assertSame, EVERYTHING, installerTest, project, skipped } from "./_installer_project.ts";

const PAGE = new URL("../../docs/install.md", import.meta.url);

const ask = (request: Request) => fetch(request);

/** Installs everything of an address and compares it with the artifacts and with what the SDK reads. */
async function installAndCompare(address: string): Promise<string> {
  await using there = await project();
  await there.skills("add", address, ...EVERYTHING);
  const installed = await there.installed();
  assertSame(installed, await installAll(ask, address));
  const published = await publishedFiles(address);
  assertSame(
    new Map([...published.keys()].map((name) => [name, installed.get(name) ?? new Map()])),
    published,
  );
  const files = [...installed.values()].reduce((sum, { size }) => sum + size, 0);
  return `${installed.size} skills of ${files} files, ${published.size} of them over MCP`;
}

installerTest("npx skills lists and installs every skill of the example library, byte for byte", async () => {
  await using server = await devServer();
  const [address = ""] = server.addresses;
  await using there = await project();
  // Nothing is indexed yet: the first answer waits for it. The name of the machine is as good as its number.
  const listed = await there.skills("add", address.replace("127.0.0.1", "localhost"), "--list");
  const { skills } = await indexOf(ask, address);
  assert(skills.length > 8);
  for (const { name } of skills) assert(listed.includes(name), name);
  await installAndCompare(address);
  await installAndCompare(`${address}/engineering`);
});

installerTest("npx skills installs one skill by its name, and has nothing to update then", async () => {
  await using server = await devServer();
  await using there = await project();
  const [address = ""] = server.addresses;
  await there.skills("add", address, "--skill", "code-review", "--agent", "claude-code", "--copy", "--yes");
  assert.deepEqual([...(await there.installed()).keys()], ["code-review"]);
  const updated = await there.skills("update", "--yes");
  assert(updated.includes(address) && !updated.includes("code-review"), updated);
});

installerTest("npx skills update fetches the skill that an edit changed, and no other", async () => {
  const library = await Deno.makeTempDir({ prefix: "skillmount-library-" });
  try {
    for (const name of ["notes", "review"]) {
      await Deno.mkdir(`${library}/${name}`);
      await Deno.writeTextFile(`${library}/${name}/SKILL.md`, skillText(name, "Once."));
    }
    await Deno.writeTextFile(`${library}/notes/style.md`, "Short.\n");
    await using server = await devServer([library]);
    const [address = ""] = server.addresses;
    await using there = await project();
    await there.skills("add", address, ...EVERYTHING);
    for (
      const [name, file, text] of [
        ["review", "SKILL.md", skillText("review", "Twice.")],
        ["notes", "style.md", "Long.\n"],
      ] as const
    ) {
      const before = await indexText(address);
      await Deno.writeTextFile(`${library}/${name}/${file}`, text);
      while (await indexText(address) === before) await delay(100);
      const printed = await there.skills("update", "--yes");
      assert.deepEqual(printed.match(/Updating \w+…/g), [`Updating ${name}…`]);
      assertSame(await there.installed(), await installAll(ask, address));
    }
  } finally {
    await Deno.remove(library, { recursive: true });
  }
});

function skillText(name: string, body: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}\n`;
}

async function indexText(address: string): Promise<string> {
  return await (await fetch(`${address}/.well-known/agent-skills/index.json`)).text();
}

installerTest("what docs/install.md says of addresses does what it says", async () => {
  await using server = await devServer();
  const origin = new URL(server.addresses[0] ?? "").origin;
  const [page = ""] = (await Deno.readTextFile(PAGE)).split("## What accounts publish");
  const lines = shellLines(page.replaceAll("http://localhost:8000", origin));
  await using installer = await project();
  await using archive = await project();
  for (const line of lines) {
    const [program, , ...args] = line.split(" ");
    // It asks, unless it is told not to.
    if (program === "npx") await installer.skills(...args, ...(args.length > 2 ? [] : EVERYTHING));
    else await archive.run(line);
  }
  const [ofInstaller, ofArchive] = [await installer.installed(), await archive.installed()];
  assert(ofInstaller.size > 8);
  assert.deepEqual([...ofArchive.keys()], ["code-review"]);
  const copied = new Map([...ofInstaller].filter(([name]) => name === "code-review"));
  assertSame(ofArchive, copied);
});

installerTest("npx skills installs by the index of before where there is no other", async () => {
  await using server = await devServer();
  const [address = ""] = server.addresses;
  const isNewer = ({ url }: Request) => url.includes("/.well-known/agent-skills/");
  const older = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) =>
      isNewer(request)
        ? new Response(null, { status: 404 })
        : fetch(new URL(new URL(request.url).pathname, address)),
  );
  try {
    await using there = await project();
    await there.skills("add", address.replace(/:\d+/, `:${older.addr.port}`), ...EVERYTHING);
    assertSame(await there.installed(), await installAllOlder(ask, address));
  } finally {
    await older.shutdown();
  }
});

const clones = skipped === null ? Deno.env.get("SKILLMOUNT_BENCH_REPOSITORIES") : undefined;
for (const name of clones === undefined ? [] : await gitDirectories(clones)) {
  installerTest(`npx skills installs every skill of the clone ${name}`, async () => {
    await using server = await devServer([`${clones}/${name}`]);
    const [address = ""] = server.addresses;
    console.log(`${name}: ${await installAndCompare(address)}`);
  });
}

async function gitDirectories(directory: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(directory)) {
    const isClone = await Deno.stat(`${directory}/${name}/.git`).then(() => true, () => false);
    if (isClone) names.push(name);
  }
  return names.toSorted();
}
