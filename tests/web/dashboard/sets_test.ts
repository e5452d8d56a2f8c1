import assert from "node:assert/strict";
import { dashboard } from "./_dashboard.ts";

const BASE = "/dashboard/ada/sets";

Deno.test("a set is made, changed and removed by forms, and what was typed is kept where it is wrong", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const account = (await stage.account("ada")).id;
  const { sets } = stage.library.store;
  const wrong = await ada.send(BASE, `${BASE}/put`, { name: "kit", members: "/gh/acme/kit\nacme/none" });
  assert.equal(wrong.status, 404, wrong.text);
  assert.match(wrong.html, /acme\/none<\/textarea>/);
  const made = await ada.send(BASE, `${BASE}/put`, {
    name: "kit",
    description: "What it takes",
    members: " a = /gh/acme/kit@v2/marketing \r\n\r\n/gh/acme/other\r\n",
  });
  assert.equal(made.headers.get("location"), `${BASE}?done=set`);
  const [set] = await sets.ofAccount(account);
  assert.deepEqual(set?.members, [
    { kind: "address", alias: "a", address: "/gh/acme/kit@v2/marketing" },
    { kind: "address", alias: "other", address: "/gh/acme/other" },
  ]);
  const page = await ada.get(`${BASE}?set=kit`);
  assert.match(page.html, /a = \/gh\/acme\/kit@v2\/marketing\nother = \/gh\/acme\/other<\/textarea>/);
  assert(page.html.includes(`href="https://account.example/sets/ada/kit"`));
  assert.equal((await ada.send(BASE, `${BASE}/remove`, { set: "kit" })).status, 303);
  assert.deepEqual(await sets.ofAccount(account), []);
});
