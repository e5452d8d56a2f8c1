import assert from "node:assert/strict";
import fc from "fast-check";
import { METRICS } from "../../contracts/metrics.ts";
import { createMetrics } from "../../src/http/mod.ts";
import { readPrometheusText } from "../support/prometheus_text.ts";

Deno.test("a registry tells what was counted, observed and asked for", () => {
  const metrics = createMetrics();
  metrics.count("skillmount_http_requests_total", { route: "mcp", status: "200" });
  metrics.count("skillmount_http_requests_total", { route: "mcp", status: "200" }, 2);
  metrics.count("skillmount_http_requests_total", { status: "404", route: "page" });
  metrics.observe("skillmount_index_duration_seconds", {}, 0.2);
  metrics.observe("skillmount_index_duration_seconds", {}, 900);
  metrics.gauge("skillmount_index_queued", {}, () => 7);
  const text = metrics.text();
  readPrometheusText(text);
  assert.equal(
    text.replaceAll(/^skillmount_index_duration_seconds_bucket.*\n/gm, ""),
    `# HELP skillmount_http_requests_total Requests answered, by kind of route and HTTP status
# TYPE skillmount_http_requests_total counter
skillmount_http_requests_total{route="mcp",status="200"} 3
skillmount_http_requests_total{route="page",status="404"} 1
# HELP skillmount_index_duration_seconds Time until a commit was ready
# TYPE skillmount_index_duration_seconds histogram
skillmount_index_duration_seconds_sum 900.2
skillmount_index_duration_seconds_count 2
# HELP skillmount_index_queued Commits that wait in this process
# TYPE skillmount_index_queued gauge
skillmount_index_queued 7
`,
  );
  const buckets = readPrometheusText(text).filter(({ name }) => name.endsWith("_bucket"));
  assert.deepEqual(
    buckets.map(({ labels, value }) => [labels.le, value]).slice(6, 8),
    [["0.1", 0], ["0.25", 1]],
  );
  assert.deepEqual(buckets.slice(-2).map(({ labels, value }) => [labels.le, value]), [["300", 1], [
    "+Inf",
    2,
  ]]);
});

Deno.test("a registry without anything in it tells nothing", () => {
  assert.equal(createMetrics().text(), "");
});

Deno.test("a registry escapes what a label holds, so that the text stays one that reads back", () => {
  fc.assert(fc.property(fc.uniqueArray(fc.string({ unit: "binary" })), (hosts) => {
    const metrics = createMetrics();
    for (const host of hosts) metrics.count("skillmount_host_requests_total", { host, kind: 'a"b\\c\n' });
    const samples = readPrometheusText(metrics.text());
    assert.deepEqual(samples.map(({ labels }) => labels), hosts.map((host) => ({ host, kind: 'a"b\\c\n' })));
  }));
});

Deno.test("a registry leaves out a value that cannot be had, and asks the newest reader", () => {
  const metrics = createMetrics();
  metrics.gauge("skillmount_index_running", {}, () => 1);
  metrics.gauge("skillmount_index_running", {}, () => 2);
  metrics.gauge("skillmount_index_queued", {}, () => NaN);
  metrics.gauge("process_heap_bytes", {}, () => {
    throw new Error("not here");
  });
  assert.deepEqual(readPrometheusText(metrics.text()), [
    { name: "skillmount_index_running", labels: {}, value: 2 },
  ]);
});

Deno.test("METRICS follow the conventions of Prometheus", () => {
  for (const [name, { type, help, labels }] of Object.entries(METRICS)) {
    assert.match(name, /^(?:skillmount|process)_[a-z]+(?:_[a-z]+)*$/);
    assert.equal(type === "counter", name.endsWith("_total"), name);
    assert.equal(type === "histogram", /_duration_seconds$/.test(name), name);
    assert.match(help, /^[A-Z][^\n\\]*[^.\n\\]$/);
    for (const label of labels) assert.match(label, /^[a-z]+$/);
  }
});
