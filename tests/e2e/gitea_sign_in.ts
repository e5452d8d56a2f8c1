/**
 * People sign in at a real Gitea or Forgejo, whose own pages ask them, and read there what it shows them:
 * `GITEA_BIN=/path/to/gitea deno task gitea`.
 */
import assert from "node:assert/strict";
import type { Page } from "../packages/playwright.ts";
import { createGitRepository } from "../support/git_repository.ts";
import { GITEA_OWNER, GITEA_PASSWORD, startGitea } from "../support/gitea_server.ts";
import { freePort, startAccountServer } from "../support/sign_in/account_server.ts";
import { waitingApp } from "./_apps.ts";
import { assertNamed, authorizeUrl, byPointer, onStage, readsFor } from "./_sign_in_stage.ts";

const binary = Deno.env.get("GITEA_BIN");

const SECRET = `/code/${GITEA_OWNER}/secret`;

Deno.test({
  name: `sign-in: a real Gitea signs people in, and shows them here what it shows them there${
    binary === undefined ? " (skipped: GITEA_BIN names no program)" : ""
  }`,
  ignore: binary === undefined,
  async fn() {
    await using repository = await createGitRepository();
    await repository.commit({
      "SKILL.md": "---\nname: walrus\ndescription: Keep the walrus.\n---\nFeed it.\n",
    });
    await using gitea = await startGitea(binary ?? "");
    await gitea.push(repository, "secret");
    await gitea.api("PATCH", `/repos/${GITEA_OWNER}/secret`, { private: true });
    await gitea.addAccount("ada");
    const port = freePort();
    const app = await gitea.addApp(`http://localhost:${port}/sign-in/code/callback`);
    await using server = await startAccountServer({
      forge: gitea.url,
      ...app,
      port,
      environment: { PERMISSION_TTL_SECONDS: "0" },
    });
    await using waiting = waitingApp();
    const { issuer, publicUrl } = server;

    // Gitea's own pages are asked of without scripts, which its program does not hold.
    await using owner = await onStage({ javaScriptEnabled: false });
    await readsFor(
      owner.page,
      new URL(publicUrl + SECRET),
      waiting.callback,
      byPointer,
      () => signInAt(owner.page, gitea.url, GITEA_OWNER),
    );
    assertNamed(owner, issuer, ["/sign-in/code", "/api/oauth/authorize"]);

    await using other = await onStage({ javaScriptEnabled: false });
    const { page } = other;
    const asks = await authorizeUrl(server, SECRET, waiting.callback);
    await page.goto(asks);
    await signInAt(page, gitea.url, "ada");
    await page.getByRole("heading", { name: "This cannot be opened" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Allow" }).count(), 0);
    await gitea.api("PUT", `/repos/${GITEA_OWNER}/secret/collaborators/ada`, { permission: "read" });
    // A no is believed for ten seconds.
    await new Promise((done) => setTimeout(done, 10_500));
    await readsFor(page, new URL(publicUrl + SECRET), waiting.callback, byPointer, () => Promise.resolve());
  },
});

/** From our sign-in page through the forge's own: who they are, and what they let us do. */
async function signInAt(page: Page, forge: string, login: string): Promise<void> {
  await page.waitForURL(/\/sign-in\?return_to=/);
  await byPointer(page, "Sign in with code");
  await page.waitForURL((url) => url.origin === forge);
  await page.locator("input[name=user_name]").fill(login);
  await page.locator("input[name=password]").fill(GITEA_PASSWORD);
  await page.locator("input[name=password]").press("Enter");
  await page.locator("button[name=granted][value=true], #authorize-app").click();
}
