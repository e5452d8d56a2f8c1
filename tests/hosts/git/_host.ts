import assert from "node:assert/strict";
import type { CommitHash } from "../../../contracts/addresses.ts";
import type { TreeListing } from "../../../contracts/domain.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { GitHost, HostFailure, Repository } from "../../../contracts/git_host.ts";
import type { Result } from "../../../contracts/result.ts";
import { parseCommitHash } from "../../../src/format/mod.ts";
import type { GitHostOptions } from "../../../src/hosts/git/mod.ts";
import { gitHost as gitHostAt } from "../../support/git_host.ts";
import { manualClock } from "../../support/manual_clock.ts";

/** A host at `https://git.example`, unless told otherwise. */
export function gitHost(options: Partial<GitHostOptions>): GitHost {
  return gitHostAt({ baseUrl: "https://git.example", ...options });
}

/** `acme/library` as a host would tell it. */
export function libraryOn(host: GitHost): Repository {
  const id = "library" as Repository["id"];
  const facts = { description: null, picture: null, visibility: "public", defaultBranch: "main" } as const;
  return { host: host.key, id, owner: "acme", name: "library", ...facts };
}

export function treeOn(
  host: GitHost,
  commit: string,
  maxEntries = 1000,
): Promise<Result<TreeListing, HostFailure>> {
  return host.tree(libraryOn(host), commitHash(commit), maxEntries);
}

export function commitHash(text: string): CommitHash {
  const parsed = parseCommitHash(text);
  assert(parsed.ok, text);
  return parsed.value;
}

/** A clock that moves by so much whenever it is looked at. Milliseconds. */
export function runningClock(step: number): Clock {
  const clock = manualClock();
  return {
    now() {
      clock.advance(step);
      return clock.now();
    },
    sleep: clock.sleep,
  };
}

/** What failed, and how; "success" when nothing did. */
export function reasonOf(result: Result<unknown, HostFailure>): string {
  return result.ok ? "success" : result.error.reason;
}

export function valueOf<Value>(result: Result<Value, HostFailure>): Value {
  assert(result.ok, JSON.stringify(result));
  return result.value;
}
