import assert from "node:assert/strict";
import { createGitRunner } from "../../../src/hosts/local/mod.ts";
import { createGitRepository, writeFiles } from "../../support/git_repository.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { served } from "./_served.ts";

const clock = manualClock();

Deno.test("without git, a directory outside any repository is served, and one inside says why not", async () => {
  const git = createGitRunner({ clock, searchPath: "/nonexistent" });
  const directory = await Deno.makeTempDir({ prefix: "skillmount-" });
  try {
    await writeFiles(directory, { "SKILL.md": "Skill\n" });
    const host = served(directory, { git });
    assert.deepEqual(await host.now(), { "SKILL.md": "Skill\n" });

    await createGitRepository({}, { directory });
    const detail = "the directory is in a git repository, and git is not installed on this machine";
    assert.deepEqual(await host.host.repository("acme", "library"), {
      ok: false,
      error: { reason: "unavailable", detail },
    });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a git that stays silent for too long is killed, and the host is unavailable", async () => {
  await using repository = await createGitRepository({ "SKILL.md": "Skill\n" });
  const impatient = { ...clock, sleep: () => Promise.resolve() };
  const { host } = served(repository.directory, { git: createGitRunner({ clock: impatient }) });
  const answer = await host.repository("acme", "library");
  assert.equal(answer.ok ? "served" : answer.error.reason, "unavailable");
});

Deno.test("a repository that git does not understand is unsupported, and so is what lies in it", async () => {
  await using repository = await createGitRepository({ "docs/SKILL.md": "Skill\n" });
  await writeFiles(repository.gitDir, { config: "[core\n" });
  const whole = await served(repository.directory).host.repository("acme", "library");
  assert.equal(whole.ok ? "served" : whole.error.reason, "unsupported");
  const { host, repository: facts } = served(`${repository.directory}/docs`);
  const within = await host.resolve(await facts(), { kind: "default" });
  assert.equal(within.ok ? "served" : within.error.reason, "unsupported");
});

Deno.test("the operator's own list of ignored files is in force", async () => {
  await using repository = await createGitRepository({ "SKILL.md": "Skill\n" });
  const excludesFile = `${repository.directory}-excludes`;
  await Deno.writeTextFile(excludesFile, ".env\n");
  await writeFiles(repository.directory, { ".env": "TOKEN=secret\n" });
  const { now } = served(repository.directory, { git: createGitRunner({ clock, excludesFile }) });
  assert.deepEqual(await now(), { "SKILL.md": "Skill\n" });
});

Deno.test("where the server runs makes no difference, not even inside what it serves", async () => {
  const files = { "SKILL.md": "Skill\n", "docs/a.md": "A\n" };
  await using repository = await createGitRepository(files);
  const before = Deno.cwd();
  Deno.chdir(`${repository.directory}/docs`);
  try {
    assert.deepEqual(await served(repository.directory).now(), files);
  } finally {
    Deno.chdir(before);
  }
});
