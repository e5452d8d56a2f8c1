/** What an operator sees counted of people: and that none of it names one. */
import assert from "node:assert/strict";
import { ADA, BOB, githubServer, MISSING, read, SECRET } from "./_github_server.ts";

Deno.test("sign-ins, refusals, permission checks and exchanges are counted by how they ended, and name nobody", async () => {
  await using world = await githubServer();
  const process = await world.process();
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  await read(process, SECRET, token);
  await process.signIn(BOB);
  for (const [address, shown] of [[SECRET], [MISSING], [SECRET, "ot_x"]] as const) {
    await (await process.browse(address, shown)).body?.cancel();
  }
  world.github.repositories.get("acme/secret")?.readers.clear();
  world.clock.advance(60_000);
  assert.equal(await read(process, SECRET, token), "404");
  world.github.answer = () => new Response(null, { status: 503 });
  world.clock.advance(60_000);
  assert.equal(await read(process, SECRET, token), "503");

  const text = process.metrics();
  const counted = (line: string) =>
    Number(text.split("\n").find((found) => found.startsWith(`${line} `))?.split(" ").at(-1) ?? 0);
  assert.equal(counted('skillmount_sign_ins_total{host="gh",outcome="ok"}'), 2);
  assert.equal(counted('skillmount_refusals_total{told="challenge"}'), 2);
  assert.equal(counted('skillmount_refusals_total{told="invalid_token"}'), 1);
  assert.equal(counted('skillmount_refusals_total{told="missing"}'), 1);
  assert.equal(
    counted('skillmount_token_requests_total{grant="authorization_code",outcome="ok"}'),
    1,
  );
  const checks = (outcome: string) =>
    counted(`skillmount_permission_checks_total{host="gh",outcome="${outcome}"}`);
  assert.equal(checks("allowed"), 1);
  assert.ok(checks("remembered") >= 1);
  assert.equal(checks("not_found"), 1);
  for (const name of ["ada", "bob", "acme", "secret", "gh/7"]) assert(!text.includes(name), name);
});
