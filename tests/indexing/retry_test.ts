import assert from "node:assert/strict";
import type { IndexFailureCode } from "../../contracts/indexing.ts";
import { retryTime } from "../../src/indexing/_retry.ts";

const NOW = 1_000_000_000;

function secondsUntilRetry(
  code: IndexFailureCode,
  attempt: number,
  { random = 0.5, retryAfterSeconds = null as number | null } = {},
): number | null {
  const time = retryTime({ code, retryAfterSeconds }, attempt, NOW, random);
  return time === null ? null : (time - NOW) / 1000;
}

Deno.test("retryTime() doubles from 30 seconds, and from the eighth try on waits an hour", () => {
  const delays = Array.from({ length: 10 }, (_, index) => secondsUntilRetry("host_unavailable", index + 1));
  assert.deepEqual(delays, [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
});

Deno.test("retryTime() spreads a delay by a fifth to both sides", () => {
  assert.equal(secondsUntilRetry("internal", 1, { random: 0 }), 24);
  assert.equal(secondsUntilRetry("internal", 1, { random: 0.999_999 }), 36);
});

Deno.test("retryTime() waits as long as the host asks for, an hour at most", () => {
  const after = (retryAfterSeconds: number) =>
    secondsUntilRetry("host_rate_limited", 1, { retryAfterSeconds });
  assert.deepEqual([5, 600, 1e9].map(after), [30, 600, 3600]);
});

Deno.test("retryTime() tries a working tree that was edited meanwhile soon", () => {
  assert.equal(secondsUntilRetry("content_changed", 1), 1);
  assert.equal(secondsUntilRetry("content_changed", 3), 4);
});

Deno.test("retryTime() has no time for what only a new commit can heal", () => {
  for (const code of ["tree_truncated", "tree_too_large", "commit_unsupported"] as const) {
    assert.equal(secondsUntilRetry(code, 1), null);
  }
});
