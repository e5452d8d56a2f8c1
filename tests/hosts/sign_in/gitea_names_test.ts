/** Whose names are, at a real Gitea or Forgejo: `GITEA_BIN=/path/to/gitea deno task gitea`. */
import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import { createSignInHost } from "../../../src/hosts/sign_in/mod.ts";
import { GITEA_OWNER, GITEA_PASSWORD, startGitea } from "../../support/gitea_server.ts";
import { manualClock } from "../../support/manual_clock.ts";

const binary = Deno.env.get("GITEA_BIN");

Deno.test({
  name: `a real Gitea tells whose a name is${
    binary === undefined ? " (skipped: GITEA_BIN names no program)" : ""
  }`,
  ignore: binary === undefined,
  async fn() {
    await using gitea = await startGitea(binary ?? "");
    await gitea.addAccount("ada");
    for (const username of ["mine", "theirs"]) await gitea.api("POST", "/orgs", { username });
    const made = await fetch(`${gitea.url}/api/v1/users/ada/tokens`, {
      method: "POST",
      headers: {
        "authorization": `Basic ${btoa(`ada:${GITEA_PASSWORD}`)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: "t", scopes: ["read:user", "read:organization"] }),
    });
    const { sha1: token } = await made.json();
    const teams = await gitea.api("GET", "/orgs/mine/teams");
    const owners = Array.isArray(teams) ? teams.find(({ name }) => name === "Owners") : undefined;
    await gitea.api("PUT", `/teams/${owners?.id}/members/ada`);
    const ada = Object(await gitea.api("GET", "/users/ada"));
    const host = createSignInHost({
      key: "code" as HostKey,
      kind: "forgejo",
      webUrl: gitea.url,
      apiUrl: `${gitea.url}/api/v1`,
      clientId: "app",
      clientSecret: "secret",
      fetch,
      clock: manualClock(),
    });
    const asker = { id: String(ada.id), login: "ada", token };
    const told = [];
    for (const name of ["ada", "mine", "theirs", GITEA_OWNER, "nobody-at-all"]) {
      const owner = await host.ownerOf(name, asker);
      told.push(owner.ok ? owner.value : owner.error);
    }
    assert.deepEqual(told, ["theirs", "theirs", "others", "others", "nobody"]);
    const asAnybody = await host.ownerOf("mine", null);
    assert.deepEqual(asAnybody, { ok: true, value: "others" });
  },
});
