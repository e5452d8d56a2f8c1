/**
 * The roads of `no_longer_public_test.ts` on a real Gitea or Forgejo: `GITEA_BIN=/path/to/gitea deno task gitea`.
 */
import { gitHost } from "../../support/git_host.ts";
import { startGitea } from "../../support/gitea_server.ts";
import { AT_FIRST, type ForgeState } from "./_forge.ts";
import { everyRoad, type Forge, LIFETIMES, repositories } from "./_roads.ts";

const binary = Deno.env.get("GITEA_BIN");

Deno.test({
  name: `no road leaves served what is no longer public, on Gitea${
    binary === undefined ? " (skipped: GITEA_BIN names no program)" : ""
  }`,
  ignore: binary === undefined,
  async fn(t) {
    await using made = await repositories();
    await using gitea = await startGitea(binary ?? "");
    await gitea.addAccount("other");
    let state: ForgeState | null = null;
    const forge: Forge = {
      key: "code",
      host: (clock) => gitHost({ baseUrl: gitea.url, lifetimes: LIFETIMES, ignoresCase: true, clock }),
      async move(event, before, now) {
        state = now;
        const at = `/repos/${before.first}`;
        switch (event) {
          case "rename":
            return void await gitea.api("PATCH", at, { name: now.first?.split("/")[1] });
          case "transfer":
            return void await gitea.api("POST", `${at}/transfer`, { new_owner: now.first?.split("/")[0] });
          case "close":
            return void await gitea.api("PATCH", at, { private: true });
          case "delete":
            return void await gitea.api("DELETE", at);
          case "take over":
            return await gitea.push(made.second, "library");
        }
      },
    };
    await everyRoad(t, made, forge, async () => {
      if (state !== null && state.first !== null) await gitea.api("DELETE", `/repos/${state.first}`);
      if (state?.isTaken) await gitea.api("DELETE", "/repos/acme/library");
      await gitea.push(made.first, "library");
      state = AT_FIRST;
    });
  },
});
