import assert from "node:assert/strict";
import { OPERATOR } from "../../support/library/accounts.ts";
import { createConnections } from "../../../src/library/mod.ts";
import { err, out, stage } from "./_account_admin.ts";
import { ANY_PLACE } from "../../support/library/connections.ts";

Deno.test("the operator lists connected repositories and vouches for one", async () => {
  using at = await stage();
  assert.deepEqual(await at.admin("connections"), out("No repository is connected"));
  const acme = await at.published.account("acme");
  const connections = createConnections({
    ...at.published.store,
    repositories: ANY_PLACE,
    clock: at.clock,
    newId: () => "c1",
  });
  const wanted = { address: "/gh/acme/kit", visibility: "global" } as const;
  assert((await connections.connect({ ...OPERATOR, ...acme }, acme.account, wanted)).ok);
  assert.deepEqual(
    await at.admin("connections"),
    out("acme  c1  /gh/acme/kit  not looked at yet  vouched"),
  );
  assert.deepEqual(
    await at.admin("connections unvouch acme c1"),
    out("acme has to prove that it may publish /gh/acme/kit"),
  );
  assert.deepEqual(
    await at.admin("connections vouch acme c1"),
    out("acme may publish /gh/acme/kit; it is looked at within a minute"),
  );
  assert.deepEqual(
    await at.admin("connections vouch acme c2"),
    err("The account is not connected to such a repository: List the connections to see their ids"),
  );
  assert.deepEqual(await at.admin("connections vouch nobody c1"), err('There is no account "nobody"'));
});
