import assert from "node:assert/strict";
import type { GitHost, HostFailure } from "../../../contracts/git_host.ts";
import { failure } from "../../../contracts/result.ts";
import { measuredHost } from "../../../src/hosts/measured/mod.ts";
import { createMetrics } from "../../../src/http/mod.ts";
import { gitBlobHash } from "../../../src/format/mod.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { readPrometheusText } from "../../support/prometheus_text.ts";
import { repositoryOf, scriptedHost } from "../../support/scripted_host.ts";

const FILES = { "a.md": "# A\n", "b.md": "# B\n" };
const WANTED = Object.entries(FILES).map(([path, text]) => ({
  path,
  hash: gitBlobHash(new TextEncoder().encode(text)),
}));
const never = new AbortController().signal;

function measured() {
  const host = scriptedHost();
  const clock = manualClock();
  const metrics = createMetrics();
  return {
    host,
    clock,
    commit: host.commit(FILES),
    repository: repositoryOf(host.key, "library"),
    measured: measuredHost(host, metrics, clock),
    /** Calls by how they ended, such as `tree ok`. */
    calls: () =>
      Object.fromEntries(
        readPrometheusText(metrics.text())
          .filter(({ name }) => name === "skillmount_host_calls_total")
          .map(({ labels, value }) => [`${labels.host} ${labels.call} ${labels.outcome}`, value]),
      ),
    seconds: (call: string) =>
      readPrometheusText(metrics.text()).find(({ name, labels }) =>
        name === "skillmount_host_call_duration_seconds_sum" && labels.call === call
      )?.value,
  };
}

Deno.test("measuredHost() answers as its host does, and counts each call by how it ended", async () => {
  const { host, measured: own, clock, repository, commit, calls, seconds } = measured();
  host.intervene = () => (clock.advance(250), Promise.resolve(null));
  const tree = await own.tree(repository, commit, 10);
  assert(tree.ok);
  assert.equal(tree.value.entries.length, 2);
  assert.equal(seconds("tree"), 0.25);
  const limited: HostFailure = { reason: "rate_limited", retryAfterSeconds: null };
  host.intervene = () => Promise.resolve(limited);
  assert.deepEqual(await own.tree(repository, commit, 10), failure(limited));
  assert.deepEqual(calls(), { "gh tree ok": 1, "gh tree rate_limited": 1 });
  assert.equal(own.key, host.key);
});

Deno.test("measuredHost() counts a delivery of files once, at its end", async () => {
  const { host, measured: own, repository, commit, calls } = measured();
  const take = async (most: number) => {
    let taken = 0;
    for await (const _ of own.blobs(repository, commit, WANTED, never)) if (++taken === most) break;
    return taken;
  };
  assert.equal(await take(10), 2);
  assert.equal(await take(1), 1);
  host.intervene = () => Promise.resolve({ reason: "unavailable", detail: "down" });
  assert.equal(await take(10), 1, "the failure");
  assert.deepEqual(calls(), { "gh blobs ok": 1, "gh blobs left": 1, "gh blobs unavailable": 1 });
});

Deno.test("measuredHost() counts what no host should do, and lets it through", async () => {
  const { host, measured: own, repository, commit, calls } = measured();
  host.intervene = () => Promise.reject(new Error("a bug"));
  await assert.rejects(own.tree(repository, commit, 10), /a bug/);
  const blobs: ReturnType<GitHost["blobs"]> = own.blobs(repository, commit, WANTED, never);
  await assert.rejects(Array.fromAsync(blobs), /a bug/);
  assert.deepEqual(calls(), { "gh tree broken": 1, "gh blobs broken": 1 });
});
