import assert from "node:assert/strict";
import type { CommitHash, Revision } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { GitHost, HostFailure, Repository, Resolution } from "../../../contracts/git_host.ts";
import type { Result } from "../../../contracts/result.ts";
import { parseCommitHash, parseRefName } from "../../../src/format/mod.ts";
import { createGitRunner, createLocalHost, type LocalHostOptions } from "../../../src/hosts/local/mod.ts";
import { type ManualClock, manualClock } from "../../support/manual_clock.ts";

/** The local host on one directory, at `acme/library`. */
export interface Served {
  readonly host: GitHost;
  readonly clock: ManualClock;
  repository(): Promise<Repository>;
  /** No revision is the default one; a text is a ref. */
  resolve(revision?: string | CommitHash): Promise<Resolution>;
  tree(commit: CommitHash): Promise<TreeListing>;
  /** The texts of a commit's files by path, links and submodules left out. */
  texts(commit: CommitHash): Promise<Record<string, string>>;
  /** The texts that an address without a ref serves now. */
  now(): Promise<Record<string, string>>;
}

export function served(directory: string, options: Partial<LocalHostOptions> = {}): Served {
  const clock = manualClock();
  const host = createLocalHost({
    directories: new Map([["acme/library", directory]]),
    root: null,
    verified: true,
    git: createGitRunner({ clock }),
    clock,
    ...options,
  });
  const repository = async () => valueOf(await host.repository("acme", "library"));
  const self: Served = {
    host,
    clock,
    repository,
    resolve: async (text) => valueOf(await host.resolve(await repository(), revision(text))),
    tree: async (commit) => valueOf(await host.tree(await repository(), commit, 1000)),
    async texts(commit) {
      const { entries, truncated } = await self.tree(commit);
      assert.equal(truncated, false);
      const wanted = entries.filter(({ mode }) => mode === "file" || mode === "executable");
      const texts = new Map<string, string>();
      const signal = new AbortController().signal;
      for await (const blob of host.blobs(await repository(), commit, wanted, signal)) {
        const { hash, bytes } = valueOf(blob);
        texts.set(hash, new TextDecoder().decode(bytes));
      }
      return Object.fromEntries(
        wanted.flatMap(({ path, hash }) => texts.has(hash) ? [[path, texts.get(hash) ?? ""]] : []),
      );
    },
    now: async () => self.texts((await self.resolve()).commit),
  };
  return self;
}

export function revision(text?: string): Revision {
  if (text === undefined) return { kind: "default" };
  const hash = parseCommitHash(text);
  if (hash.ok) return { kind: "commit", hash: hash.value };
  const name = parseRefName(text);
  assert(name.ok, text);
  return { kind: "ref", name: name.value };
}

export function valueOf<Value>(result: Result<Value, HostFailure>): Value {
  assert(result.ok, JSON.stringify(result));
  return result.value;
}
