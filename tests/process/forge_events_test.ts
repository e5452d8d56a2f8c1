/** What a Forgejo or Gitea says has happened to its repositories, in the words of GitHub that they send. */
import assert from "node:assert/strict";
import { sign } from "@octokit/webhooks-methods";
import type { ConnectionId } from "../../contracts/library/connections.ts";
import { syncingAccount } from "./syncing_account.ts";
import { manualClock } from "../support/manual_clock.ts";
import { ISSUER, PUBLIC_URL } from "../support/sign_in/authorization_server.ts";
import { post } from "../surface/mcp.ts";
import { configuredProcess } from "./configured_process.ts";

const SECRET = "the-secret-of-one-host";
const OTHER_SECRET = "the-secret-of-another";

Deno.test("an event that a forge signed has its repositories looked at, and none of another host or about people", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = manualClock();
  await using process = await configuredProcess({
    AUTH_SECRET: "a-secret-of-32-characters-or-more",
    PUBLIC_URL,
    ACCOUNT_HOST: new URL(ISSUER).host,
    GIT_HOSTS: "code=http://127.0.0.1:9,other=http://127.0.0.1:9,quiet=http://127.0.0.1:9",
    GIT_HOST_WEBHOOK_SECRETS: `code=${SECRET},other=${OTHER_SECRET}`,
  }, { kv, clock });
  const account = await syncingAccount(process, "acme");
  const connection = await account.connect("/code/acme/kit") as ConnectionId;
  await process.store.connections.change(account.id, connection, (before) => ({
    ...before,
    dueAt: clock.now() + 1000,
    trigger: "schedule",
  }));
  const trigger = async () => (await process.store.connections.find(account.id, connection))?.trigger;

  async function deliver(host: string, event: string, secret: string): Promise<string> {
    const body = JSON.stringify({ repository: { id: 7, full_name: "acme/kit", owner: { login: "acme" } } });
    const answer = await process.send(post(`${PUBLIC_URL}/webhooks/${host}`, body, {
      "x-gitea-event": event,
      "x-github-event": event,
      "x-hub-signature-256": await sign(secret, body),
    }));
    const told = await answer.json().catch(() => null);
    return `${answer.status} ${told?.error?.code ?? told?.applied}`;
  }

  assert.equal(await deliver("code", "push", OTHER_SECRET), "401 auth.invalid_token");
  assert.equal(await deliver("code", "member", SECRET), "401 auth.invalid_token");
  assert.equal(await deliver("code", "issues", SECRET), "202 false");
  assert.equal(await deliver("other", "push", OTHER_SECRET), "202 true");
  assert.match(await deliver("quiet", "push", SECRET), /^404 /);
  assert.equal(await trigger(), "schedule");
  assert.equal(await deliver("code", "push", SECRET), "202 true");
  assert.equal(await trigger(), "push");
});
