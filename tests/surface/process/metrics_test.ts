/** `/metrics` of a whole server: what it tells, to whom, and what it never tells. */
import assert from "node:assert/strict";
import { gitHost } from "../../support/git_host.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { readPrometheusText } from "../../support/prometheus_text.ts";
import { testServer } from "../../support/test_server.ts";
import { callTool, message } from "../mcp.ts";

const ORIGIN = "http://127.0.0.1";
const CLOCK = { now: () => Date.now(), sleep: () => Promise.resolve() };
const FILES = { "acme/secret-project/README.md": "# Read me\n" };

function ask(origin: string, headers: Record<string, string> = {}): Request {
  return new Request(`${origin}/metrics`, { headers });
}

Deno.test("/metrics counts what a server did, and names no repository", async () => {
  await using server = await testServer({ files: FILES });
  const url = `${ORIGIN}/local/acme/secret-project`;
  await callTool(server.fetch, "modern", url, "browse_repo", {});
  await callTool(server.fetch, "legacy", url, "browse_repo", {});
  await callTool(server.fetch, "legacy", url, "browse_repo", {});
  const missing = `${ORIGIN}/local/acme/unreleased`;
  await (await server.fetch(message("modern", missing, { method: "tools/list" }))).body?.cancel();

  const text = await (await server.fetch(ask(ORIGIN))).text();
  assert(!/acme|secret|unreleased/.test(text));
  const samples = readPrometheusText(text);
  const valueOf = (name: string, labels: Record<string, string> = {}) =>
    samples.find((sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value)
    )?.value;
  assert.equal(valueOf("skillmount_http_requests_total", { route: "mcp", status: "200" }), 3);
  assert.equal(valueOf("skillmount_http_requests_total", { route: "mcp", status: "404" }), 1);
  assert.equal(valueOf("skillmount_http_request_duration_seconds_count", { route: "mcp" }), 4);
  assert.equal(valueOf("skillmount_index_attempts_total", { outcome: "ready" }), 1);
  assert.equal(valueOf("skillmount_index_fetched_files_total", { host: "local" }), 1);
  // Nobody looks for an answer about a commit that is not there yet, as it was not at the first call.
  assert.equal(valueOf("skillmount_page_cache_lookups_total", { result: "hit" }), 1);
  assert.equal(valueOf("skillmount_page_cache_lookups_total", { result: "miss" }), 1);
  assert.equal(valueOf("skillmount_build_info"), 1);
  assert.equal(valueOf("skillmount_index_queued"), 0);
  for (const cache of ["pages", "packs", "catalogs", "searches", "texts"]) {
    assert.notEqual(valueOf("skillmount_cache_bytes", { cache }), undefined, cache);
  }
  assert((valueOf("skillmount_cache_bytes", { cache: "pages" }) ?? 0) > 0);
});

Deno.test("/metrics is there for whoever has the token, and without one only in dev", async () => {
  const token = "m".repeat(16);
  await using git = createGitHttpServer({ repositories: new Map() });
  const hosts = [gitHost({ baseUrl: git.url, clock: CLOCK })];
  await using guarded = await testServer({ mode: "start", hosts, environment: { METRICS_TOKEN: token } });
  const origin = "https://skills.example";
  assert.equal((await guarded.fetch(ask(origin))).status, 401);
  assert.equal((await guarded.fetch(ask(origin, { authorization: "Bearer wrong-wrong-wrong" }))).status, 401);
  const given = await guarded.fetch(ask(origin, { authorization: `Bearer ${token}` }));
  assert.equal(given.status, 200);
  assert.equal(given.headers.get("access-control-allow-origin"), null, "no web page reads it");

  await using open = await testServer({ mode: "start", hosts });
  assert.equal((await open.fetch(ask(origin))).status, 404);
  await using dev = await testServer({ environment: { METRICS_TOKEN: token } });
  assert.equal((await dev.fetch(ask(ORIGIN))).status, 401);
});

Deno.test("/metrics counts the requests to a git server by what they are for, within the budget", async () => {
  await using repository = await createGitRepository({ "README.md": "# Read me\n" });
  await using git = createGitHttpServer({
    repositories: new Map([["acme/library", repository.gitDir]]),
  });
  const child = new Deno.Command("deno", {
    args: ["run", "-P=dev", "main.ts", "--dev"],
    cwd: new URL("../../../", import.meta.url),
    env: { PORT: "0", KV_PATH: ":memory:", GIT_HOSTS: `code=${git.url}` },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!/at (http:\S+)\n/.test(printed)) printed += (await reader.read()).value ?? "";
  const origin = /at (http:\S+)\n/.exec(printed)?.[1] ?? "";
  const { text } = await callTool(fetch, "modern", `${origin}/code/acme/library`, "browse_repo", {});
  assert.match(text, /Read me/);

  const samples = readPrometheusText(await (await fetch(`${origin}/metrics`)).text());
  const totals = (name: string) =>
    Object.fromEntries(
      samples.filter((sample) => sample.name === name).map(({ labels, value }) => [
        [labels.kind ?? labels.call, labels.outcome].filter((label) => label !== undefined).join(" "),
        value,
      ]),
    );
  assert.deepEqual(totals("skillmount_host_requests_total"), { capabilities: 1, refs: 1, commit: 1 });
  assert.deepEqual(totals("skillmount_host_calls_total"), {
    "repository ok": 1,
    "resolve ok": 1,
    "tree ok": 1,
    "blobs ok": 1,
  });
  assert((samples.find(({ name }) => name === "process_resident_memory_bytes")?.value ?? 0) > 1e6);
  child.kill();
  await reader.cancel();
  await child.status;
});
