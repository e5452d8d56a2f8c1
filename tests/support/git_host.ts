import assert from "node:assert/strict";
import type { GitHost } from "../../contracts/git_host.ts";
import { parseHostKey } from "../../src/format/mod.ts";
import { createGitHost, type GitHostOptions } from "../../src/hosts/git/mod.ts";
import { manualClock } from "./manual_clock.ts";

/** The host `code` on a git server, with a clock that stands unless told otherwise. */
export function gitHost(options: Partial<GitHostOptions> & Pick<GitHostOptions, "baseUrl">): GitHost {
  const key = parseHostKey("code");
  assert(key.ok);
  return createGitHost({
    key: key.value,
    nestedOwners: false,
    ignoresCase: false,
    lifetimes: { repository: 60, ref: 60 },
    fetch,
    clock: manualClock(),
    ...options,
  });
}
