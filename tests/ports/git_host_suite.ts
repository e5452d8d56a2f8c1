/**
 * What every `GitHost` owes (docs/design/git-hosts.md "The GitHost port"), tried on a real repository
 * that the host under test serves. A host gives a reason for each promise that cannot be tried on it.
 */
import assert from "node:assert/strict";
import type { HostFailure } from "../../contracts/git_host.ts";
import type { Result } from "../../contracts/result.ts";
import { comparePaths, gitBlobHash, ROOT_PATH } from "../../src/format/mod.ts";
import { createGitRepository } from "../support/git_repository.ts";
import {
  FILES,
  type Library,
  ref,
  serveLibrary,
  type ServeRepository,
  serveRepository,
  valueOf,
} from "./_library.ts";

/** Registers the suite for one host. `skips` says why a promise cannot be tried on it. */
export function gitHostSuite(
  hostName: string,
  serve: ServeRepository,
  skips: Readonly<Partial<Record<keyof typeof PROMISES, string>>> = {},
): void {
  const reasons = new Map(Object.entries(skips));
  Deno.test(`${hostName} keeps the promises of the port`, async (t) => {
    await using library = await serveLibrary(serve);
    for (const [promise, check] of Object.entries(PROMISES)) {
      const reason = reasons.get(promise);
      const name = reason === undefined ? promise : `${promise} (skipped: ${reason})`;
      await t.step({ name, ignore: reason !== undefined, fn: () => check(library) });
    }
  });
  Deno.test(`${hostName} serves an empty repository: a success with no files`, async () => {
    // Kind "limits are not emptiness".
    await using repository = await createGitRepository();
    await using served = await serveRepository(serve, repository);
    const { commit, onDefaultBranch } = valueOf(await served.resolve({ kind: "default" }));
    assert.equal(onDefaultBranch, true);
    const listing = valueOf(await served.host.tree(served.repository, commit, 1000));
    assert.deepEqual(listing, { entries: [], truncated: false });
    assertNotFound(await served.resolve(ref("main")));
  });
}

/** By the sentence that says it. */
const PROMISES = {
  "repository() tells the same immutable id every time": async (served: Library) => {
    const again = valueOf(await served.host.repository(served.owner, served.name));
    assert.deepEqual(again, served.repository);
    assert.equal(again.host, served.host.key);
    assert.deepEqual([again.owner, again.name], [served.owner, served.name]);
    assert.equal(again.defaultBranch, "main");
    assert.match(again.id, /^[^\0]{1,200}$/);
  },

  "repository() finds nothing under another name": async (served: Library) => {
    assertNotFound(await served.host.repository(served.owner, `${served.name}-2`));
    assertNotFound(await served.host.repository(`${served.owner}-2`, served.name));
  },

  "resolve() answers the default branch when no ref is asked for": async (served: Library) => {
    const expected = { commit: served.commits.tip, kind: "branch", name: "main", onDefaultBranch: true };
    assert.deepEqual(valueOf(await served.resolve({ kind: "default" })), expected);
  },

  "resolve() reads a name as a branch, else as a tag, and heads/ and tags/ as they say": async (
    served: Library,
  ) => {
    const { tip, first, release } = served.commits;
    const table = {
      "main": [tip, "branch", "main", true],
      "heads/main": [tip, "branch", "main", true],
      "refs/heads/main": [tip, "branch", "main", true],
      "release/1.2": [release, "branch", "release/1.2", false],
      "heads/release/1.2": [release, "branch", "release/1.2", false],
      "v1": [first, "tag", "v1", true],
      "tags/v1": [first, "tag", "v1", true],
      "refs/tags/v1": [first, "tag", "v1", true],
      "v1.2.0": [release, "tag", "v1.2.0", false],
      "both": [tip, "branch", "both", true],
      "tags/both": [first, "tag", "both", true],
    } as const;
    for (const [name, [commit, kind, short, onDefaultBranch]] of Object.entries(table)) {
      const expected = { commit, kind, name: short, onDefaultBranch };
      assert.deepEqual(valueOf(await served.resolve(ref(name))), expected, name);
    }
  },

  "resolve() peels annotated tags, and finds none that lead to no commit": async (served: Library) => {
    assert.equal(valueOf(await served.resolve(ref("annotated"))).commit, served.commits.first);
    assert.equal(valueOf(await served.resolve(ref("nested"))).commit, served.commits.first);
    assertNotFound(await served.resolve(ref("of-a-tree")));
    assertNotFound(await served.resolve(ref("of-a-blob")));
  },

  "resolve() knows no ref but branches and tags": async (served: Library) => {
    const names = [
      "refs/pull/1/head",
      "pull/1/head",
      "refs/notes/commits",
      "refs/remotes/origin/main",
      "origin/main",
      "refs/heads",
      "heads/v1",
      "tags/main",
      "refs/heads/v1",
      "HEAD",
      "FETCH_HEAD",
      "Main",
      "release",
      "release/1",
      "release/1.2/x",
      "missing",
      "disguised",
    ];
    for (const name of names) assertNotFound(await served.resolve(ref(name)), name);
  },

  "resolve() reads a short hash behind branches and tags": async (served: Library) => {
    const { first, fork } = served.commits;
    const expected = { commit: first, kind: "commit", name: null, onDefaultBranch: true };
    assert.deepEqual(valueOf(await served.resolve(ref(first.slice(0, 12)))), expected);
    assertNotFound(await served.resolve(ref(fork.slice(0, 12))));
    assertNotFound(await served.resolve(ref("0123456789")));
  },

  "resolve() finds a full hash that is a tip or in the default branch's history": async (served: Library) => {
    for (const [name, onDefaultBranch] of [["tip", true], ["first", true], ["release", false]] as const) {
      const commit = served.commits[name];
      const expected = { commit, kind: "commit", name: null, onDefaultBranch };
      assert.deepEqual(valueOf(await served.resolve({ kind: "commit", hash: commit })), expected, name);
    }
  },

  "resolve() finds no other full hash, whatever the repository stores": async (served: Library) => {
    for (const name of ["fork", "orphan", "releaseParent", "tagObject", "tree", "blob", "missing"] as const) {
      assertNotFound(await served.resolve({ kind: "commit", hash: served.commits[name] }), name);
    }
  },

  "tree() lists every file with its mode, hash and size, links and submodules as such": async (
    served: Library,
  ) => {
    const listing = valueOf(await served.host.tree(served.repository, served.commits.tip, 1000));
    const files = Object.entries(FILES).map(([path, content]) => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return { path, mode: "file", hash: gitBlobHash(bytes), size: bytes.length };
    });
    const script = new TextEncoder().encode("echo\n");
    const target = new TextEncoder().encode("../../etc/passwd");
    const expected = [
      ...files,
      { path: "run.sh", mode: "executable", hash: gitBlobHash(script), size: script.length },
      { path: "passwd", mode: "symlink", hash: gitBlobHash(target), size: target.length },
      { path: "vendored", mode: "submodule", hash: served.commits.first, size: null },
    ];
    const byPath = (one: { path: string }, other: { path: string }) => comparePaths(one.path, other.path);
    assert.deepEqual([...listing.entries].sort(byPath), expected.sort(byPath));
    assert.equal(listing.truncated, false);
  },

  "tree() says when it leaves entries out": async (served: Library) => {
    const { truncated, entries } = valueOf(await served.host.tree(served.repository, served.commits.tip, 3));
    assert.equal(truncated, true);
    assert(entries.length <= 3);
  },

  "tree() finds no commit that the repository does not have": async (served: Library) => {
    assertNotFound(await served.host.tree(served.repository, served.commits.missing, 1000));
  },

  "blobs() delivers the exact bytes of each blob once": async (served: Library) => {
    const { tip } = served.commits;
    const { entries } = valueOf(await served.host.tree(served.repository, tip, 1000));
    const wanted = entries.filter(({ mode }) => mode === "file");
    const received = new Map<string, Uint8Array>();
    const signal = new AbortController().signal;
    for await (const reply of served.host.blobs(served.repository, tip, wanted, signal)) {
      const { hash, bytes } = valueOf(reply);
      assert(!received.has(hash));
      assert.equal(gitBlobHash(bytes), hash);
      received.set(hash, bytes);
    }
    assert.deepEqual([...received.keys()].sort(), [...new Set(wanted.map(({ hash }) => hash))].sort());
  },

  "blobs() leaves out what it does not have": async (served: Library) => {
    const { tip } = served.commits;
    const readme = gitBlobHash(new TextEncoder().encode("# Library\n"));
    const absent = gitBlobHash(new TextEncoder().encode("never committed"));
    const wanted = [{ hash: absent, path: "absent.md" }, { hash: readme, path: "README.md" }];
    const signal = new AbortController().signal;
    const replies = await Array.fromAsync(served.host.blobs(served.repository, tip, wanted, signal));
    assert.deepEqual(replies.map((reply) => valueOf(reply).hash), [readme]);
  },

  "blobs() stops when it is aborted or left": async (served: Library) => {
    const { tip } = served.commits;
    const { entries } = valueOf(await served.host.tree(served.repository, tip, 1000));
    const wanted = entries.filter(({ mode }) => mode === "file");
    for await (const _ of served.host.blobs(served.repository, tip, wanted, new AbortController().signal)) {
      break;
    }
    const aborted = await Array.fromAsync(
      served.host.blobs(served.repository, tip, wanted, AbortSignal.abort()),
    );
    assert(aborted.every(({ ok }) => !ok));
  },

  "webUrl() and rawUrl() are https or nothing": (served: Library) => {
    for (const url of [served.host.webUrl, served.host.rawUrl]) {
      const text = url(served.repository, served.commits.tip, ROOT_PATH);
      if (text !== null) assert.equal(new URL(text).protocol, "https:");
    }
  },
};

function assertNotFound(result: Result<unknown, HostFailure>, what?: string): void {
  assert.deepEqual(result, { ok: false, error: { reason: "not_found" } }, what);
}
