import assert from "node:assert/strict";
import { METRICS } from "../../contracts/metrics.ts";

const PAGE = await Deno.readTextFile(new URL("../../docs/metrics.md", import.meta.url));

Deno.test("docs/metrics.md lists every metric with its type, its labels and what it tells", () => {
  const rows = [...PAGE.matchAll(/^\| `(\w+)` +\| (.*) \|$/gm)].map(([, name = "", rest = ""]) => {
    const [type = "", labels = "", help = ""] = rest.split(" | ").map((cell) => cell.trim());
    return [name, { type, help, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label) }];
  });
  assert.deepEqual(Object.fromEntries(rows), METRICS);
});

Deno.test("docs/metrics.md asks for nothing that is not counted", () => {
  for (const [name] of PAGE.matchAll(/\b(?:skillmount|process)_[a-z_]+\b/g)) {
    assert(name.replace(/_(?:bucket|count|sum)$/, "") in METRICS, name);
  }
});
