/** The server on the store that is given, whose keys may ask as fast as it answers. Prints its port. */
import { createApp } from "../src/app/mod.ts";
import { readConfig } from "../src/config/mod.ts";
import { createMetrics } from "../src/http/mod.ts";
import { createCatalogSearch, createSearchIndex } from "../src/search/mod.ts";
import { openStore } from "../src/store/mod.ts";

const [kvPath = ""] = Deno.args;
const config = readConfig((name) => name === "KV_PATH" ? kvPath : undefined, "start", [], () => null);
if (!config.ok) throw new TypeError(config.error.variable);
const ambient = {
  clock: {
    now: () => Date.now(),
    sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  },
  newId: () => crypto.randomUUID(),
  log: () => {},
  metrics: createMetrics(),
};
const search = createSearchIndex();
const { cacheBytes } = config.value;
const kv = await Deno.openKv(kvPath);
const app = createApp(config.value, {
  ...openStore({ ...ambient, kv, openIndex: search.open, cacheBytes }),
  ...ambient,
  hosts: [],
  search,
  catalogSearch: createCatalogSearch(),
  fetch,
  random: Math.random,
  accountRate: { burst: 1e9, perSecond: 1000 },
});
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
console.log(server.addr.port);
