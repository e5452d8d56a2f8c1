/**
 * Calls with a token at a warm private address against the same calls at a public one of the same server and the same
 * content, alternating in one run, and how often the git host is asked meanwhile. Prints tables and fails on nothing.
 */
import assert from "node:assert/strict";
import { createGitRepository } from "../tests/support/git_repository.ts";
import { type AccountServer, startAccountServer } from "../tests/support/sign_in/account_server.ts";
import {
  authorizePath,
  CALLBACK,
  exchangeForm,
  fieldsOf,
} from "../tests/support/sign_in/authorization_server.ts";
import { browserAt } from "../tests/support/sign_in/private_dev_server.ts";
import { startPrivateForge } from "../tests/support/sign_in/private_forge.ts";
import { compareLoads } from "./support/compare_loads.ts";
import { generatedSkills } from "./support/generated_skills.ts";
import { type Load, requestsPerSecond, toolCall } from "./support/load.ts";
import { call, waitUntilReady } from "./support/mount_walk.ts";

const HOST = "127.0.0.1";
const CONNECTIONS = 8;
const ERAS = ["modern", "legacy"] as const;
const SKILLS = 200;
const SKILL = "group-0/skill-7/SKILL.md";
/** A call at a private address may take at most so many times what it takes at a public one. */
const AIM = 1.25;
const CALLS = {
  browse_repo: { path: "group-0" },
  search_repo: { query: "skill-7" },
  load_skill: { path: SKILL },
  read_repo_file: { path: SKILL, limit: 4096 },
} as const;
const TTL_SECONDS = 5;
const COUNTED_MS = 20_000;

await using repository = await createGitRepository();
await repository.commit(
  Object.fromEntries([...generatedSkills(SKILLS, 1)].map(({ path, bytes }) => [path, bytes])),
);
await using forge = startPrivateForge(new Map([["acme/closed", repository], ["acme/opened", repository]]));
forge.open.add("acme/opened");
forge.readers.add("ada");
forge.signIn.person = { id: 7, login: "ada", organisations: [] };
const { clientId, clientSecret } = forge.signIn;
await using server = await startAccountServer({
  forge: forge.url,
  clientId,
  clientSecret,
  environment: { PERMISSION_TTL_SECONDS: String(TTL_SECONDS), LOG_LEVEL: "warn" },
});
const closed = new URL(`${server.publicUrl}/code/acme/closed`);
const opened = new URL(`${server.publicUrl}/code/acme/opened`);
const token = await tokenFor(server, closed);
await waitUntilReady(opened);
const { root } = await waitUntilReady(closed, token);
// What a ref means is asked of the host too; at a commit nothing is left to ask but who may see it.
const commit = /@([0-9a-f]{40})\)/.exec(root)?.[1] ?? "";
const pinned = new URL(`${closed.href}@${commit}`);
const pinnedToken = await tokenFor(server, pinned);

console.log("tool            era    bytes  private/s  public/s  times as long   aim");
for (const [tool, args] of Object.entries(CALLS)) {
  for (const era of ERAS) {
    const text = await call(closed, tool, args, token);
    const { ours, theirs, ratio } = await compareLoads(
      loadOf(toolCall(era, closed.host, closed.pathname, tool, args, token)),
      loadOf(toolCall(era, opened.host, opened.pathname, tool, args)),
    );
    console.log([
      tool.padEnd(15),
      era.padEnd(6),
      String(text.length).padStart(5),
      ours.toFixed(0).padStart(10),
      theirs.toFixed(0).padStart(9),
      (1 / ratio).toFixed(2).padStart(14),
      AIM.toFixed(2).padStart(5),
    ].join(" "));
  }
}

await call(pinned, "browse_repo", {}, pinnedToken);
forge.asked.length = 0;
const rate = await requestsPerSecond(
  loadOf(toolCall("modern", pinned.host, pinned.pathname, "load_skill", CALLS.load_skill, pinnedToken)),
  COUNTED_MS,
);
const questions = forge.asked.filter((line) => line.startsWith("ada ")).length;
console.log(
  `\n${(rate * COUNTED_MS / 1000).toFixed(0)} calls in ${
    COUNTED_MS / 1000
  } s, with a yes that is believed for ` +
    `${TTL_SECONDS} s: the host was asked for Ada ${questions} times, and as nobody ` +
    `${forge.asked.length - questions} times (at most ${COUNTED_MS / 1000 / TTL_SECONDS + 1})`,
);

function loadOf(request: Uint8Array): Load {
  return { host: HOST, port: Number(closed.port), requests: [request], connections: CONNECTIONS };
}

/** What an app reads the address with, which Ada signed in for and allowed. */
async function tokenFor({ issuer }: AccountServer, address: URL): Promise<string> {
  const browser = browserAt(issuer);
  const form = await fieldsOf(await browser.get(`${issuer}/sign-in`));
  const left = await browser.post(`${issuer}/sign-in/code`, form);
  const back = await forge.signIn.follow(new URL(left.headers.get("location") ?? ""));
  assert.equal((await browser.get(back.href)).status, 303);
  const registered = await fetch(`${issuer}/api/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" }),
  });
  const { client_id: client } = await registered.json();
  const answer = await browser.allow(issuer + authorizePath(client, { resource: address.href }));
  const exchanged = await fetch(`${issuer}/api/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(exchangeForm(client, answer.searchParams.get("code") ?? "")),
  });
  return (await exchanged.json()).access_token;
}
