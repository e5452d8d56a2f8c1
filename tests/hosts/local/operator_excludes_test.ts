/** Files that the operator's own git ignores everywhere are not served. */
import assert from "node:assert/strict";
import { createGitRunner, operatorExcludes, type OperatorHome } from "../../../src/hosts/local/mod.ts";
import { createGitRepository, writeFiles } from "../../support/git_repository.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { served } from "./_served.ts";

interface Home extends AsyncDisposable {
  readonly path: string;
}

async function home(files: Readonly<Record<string, string>>): Promise<Home> {
  const path = await Deno.makeTempDir({ prefix: "skillmount-home-" });
  await writeFiles(path, files);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

const KINDS: Readonly<
  Record<string, { files: Record<string, string>; xdg?: string; list: string | null }>
> = {
  "the list in the home directory": { files: { ".config/git/ignore": "*" }, list: "/.config/git/ignore" },
  "the list of the XDG directory, not that of the home directory": {
    files: { ".config/git/ignore": "", "xdg/git/ignore": "*" },
    xdg: "/xdg",
    list: "/xdg/git/ignore",
  },
  "what core.excludesFile names, before any other list": {
    files: {
      ".gitconfig": "[core]\nexcludesFile = ~/my list\n",
      ".config/git/ignore": "",
      "my list": "*",
    },
    list: "/my list",
  },
  "what core.excludesFile names in the XDG directory": {
    files: { "xdg/git/config": "[core]\nexcludesFile = ~/mine\n", "xdg/git/ignore": "", "mine": "*" },
    xdg: "/xdg",
    list: "/mine",
  },
  "no list when core.excludesFile names none": {
    files: { ".gitconfig": "[core]\nexcludesFile =\n", ".config/git/ignore": "*" },
    list: null,
  },
};

for (const [kind, { files, xdg, list }] of Object.entries(KINDS)) {
  Deno.test(`operatorExcludes() finds ${kind}`, async () => {
    await using operator = await home(files);
    await using repository = await createGitRepository({ "SKILL.md": "Skill\n" });
    await repository.write({ ".env": "TOKEN=secret\n" });
    const found = await operatorExcludes({
      home: operator.path,
      xdgConfigHome: xdg === undefined ? null : operator.path + xdg,
    });
    assert.deepEqual(found, { ok: true, value: list === null ? null : operator.path + list });
    if (!found.ok || found.value === null) return;
    const git = createGitRunner({ clock: manualClock(), excludesFile: found.value });
    assert.deepEqual(await served(repository.directory, { git }).now(), { "SKILL.md": "Skill\n" });
  });
}

Deno.test("operatorExcludes() fails when it cannot tell what is to be ignored", async () => {
  for (const config of ["[core\n", "[core]\nexcludesFile = list\n"]) {
    await using operator = await home({ ".gitconfig": config });
    const found = await operatorExcludes({ home: operator.path, xdgConfigHome: null });
    assert.match(found.ok ? "found" : found.error, /^Cannot use git's /);
  }
});

Deno.test("operatorExcludes() finds none without git, and none without a home", async () => {
  const nowhere: OperatorHome = { home: null, xdgConfigHome: null };
  assert.deepEqual(await operatorExcludes(nowhere), { ok: true, value: null });
  await using operator = await home({ ".config/git/ignore": "*" });
  const without = await operatorExcludes({ ...nowhere, home: operator.path }, { searchPath: "/nonexistent" });
  assert.deepEqual(without, { ok: true, value: null });
});
