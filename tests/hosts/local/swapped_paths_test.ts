/** What is at a path changes while the server reads it: nothing from outside may come in, and nothing may break. */
import assert from "node:assert/strict";
import { gitBlobHash } from "../../../src/format/mod.ts";
import { createGitRepository, type GitRepository, writeFiles } from "../../support/git_repository.ts";
import { served } from "./_served.ts";
import { watchDisk } from "./_watch_disk.ts";

const DRAFT = "Draft\n";
/** As long as the draft, so that no size tells them apart. */
const SECRET = "Notes\n";

interface Place extends AsyncDisposable {
  /** A plain directory with `docs/notes.md` and `open.md`. */
  readonly directory: string;
  /** Beside it, with a `notes.md` that is nobody's business. */
  readonly secret: string;
  readonly neighbour: GitRepository;
}

async function place(): Promise<Place> {
  const neighbour = await createGitRepository({ "notes.md": SECRET });
  const directory = `${neighbour.directory}-plain`;
  await writeFiles(directory, { "docs/notes.md": DRAFT, "open.md": "Open\n" });
  return {
    directory,
    secret: neighbour.directory,
    neighbour,
    [Symbol.asyncDispose]: () => neighbour[Symbol.asyncDispose](),
  };
}

/** Serves a directory while `change` is called around every question about a path below `watched`, counted from 1. */
async function serveWhile(directory: string, watched: string, change: (moment: number) => void) {
  const host = served(directory);
  let moment = 0;
  using _watch = watchDisk((path) => {
    if (path.startsWith(`${directory}/${watched}`)) change(++moment);
  });
  const { commit } = await host.resolve();
  const texts = await host.texts(commit);
  const { entries } = await host.tree(commit);
  return { texts, entries, moments: moment };
}

for (const swapped of ["docs", "docs/notes.md"]) {
  Deno.test(`a link that stands in the place of ${swapped} for any time is never read through`, async () => {
    await using world = await place();
    const { directory, secret } = world;
    const path = `${directory}/${swapped}`;
    const target = swapped === "docs" ? secret : `${secret}/notes.md`;
    const swap = () => {
      Deno.renameSync(path, `${directory}-away`);
      Deno.symlinkSync(target, path);
    };
    const swapBack = () => {
      Deno.removeSync(path);
      Deno.renameSync(`${directory}-away`, path);
    };
    const { moments } = await serveWhile(directory, "docs", () => {});
    assert(moments > 10);
    const secretHash = gitBlobHash(new TextEncoder().encode(SECRET));
    for (let start = 1; start <= moments; start++) {
      for (const length of [1, 2, 3, Infinity]) {
        let isSwapped = false;
        const { texts, entries } = await serveWhile(directory, "docs", (moment) => {
          if (moment === start) swap();
          if (moment === start + length) swapBack();
          if (moment === start || moment === start + length) isSwapped = !isSwapped;
        });
        if (isSwapped) swapBack();
        const when = `${start} ${length}`;
        assert.equal(texts["open.md"], "Open\n", when);
        assert([undefined, DRAFT].includes(texts["docs/notes.md"]), when);
        assert(entries.every(({ hash }) => hash !== secretHash), when);
      }
    }
  });
}

const BECOMES: Readonly<Record<string, (path: string, world: Place) => Promise<void> | void>> = {
  "nothing": () => {},
  "a file": (path) => Deno.writeTextFile(path, "New\n"),
  "a directory": (path) => Deno.mkdir(path),
  "a link to itself": (path) => Deno.symlink(path, path),
  "a link to a device": (path) => Deno.symlink("/dev/zero", path),
  // The shell that git runs aliases in makes what Deno cannot.
  "a pipe": async (path, { neighbour }) => {
    await neighbour.git(["-c", "alias.pipe=!mkfifo", "pipe", path]);
  },
};

for (const [what, become] of Object.entries(BECOMES)) {
  Deno.test(`a file or link that becomes ${what} at any moment takes no other file with it`, async () => {
    await using world = await place();
    const { directory } = world;
    const path = `${directory}/docs/changing`;
    await become(`${directory}-other`, world);
    for (const isLink of [false, true]) {
      for (let start = 1, moments = 1; start <= moments; start++) {
        if (isLink) await Deno.symlink("notes.md", path);
        else await Deno.writeTextFile(path, "Changing\n");
        const seen = await serveWhile(directory, "docs/changing", (moment) => {
          if (moment !== start) return;
          Deno.removeSync(path);
          if (what !== "nothing") Deno.renameSync(`${directory}-other`, path);
        });
        moments = Math.max(moments, seen.moments);
        assert.equal(seen.texts["open.md"], "Open\n", `${isLink} ${start}`);
        assert.equal(seen.texts["docs/notes.md"], DRAFT, `${isLink} ${start}`);
        if (what !== "nothing") await Deno.rename(path, `${directory}-other`).catch(() => {});
        await Deno.remove(path).catch(() => {});
      }
    }
  });
}
