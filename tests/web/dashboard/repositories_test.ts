import assert from "node:assert/strict";
import type { CommitHash } from "../../../contracts/addresses.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { ConnectionId, Run } from "../../../contracts/library/connections.ts";
import { skillMd } from "../../support/library/library.ts";
import { dashboard } from "./_dashboard.ts";

const BASE = "/dashboard/ada/repositories";

Deno.test("a repository is connected, looked at, confirmed and disconnected by forms that work without scripts", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const account = (await stage.account("ada")).id;
  const { connections } = stage.library.store;
  const first = await ada.get(BASE);
  assert.match(first.text, /commit this line as \.well-known\/skillmount to its default branch/);
  assert(first.html.includes("https://account.example ada"));
  const connected = await ada.send(BASE, `${BASE}/connect`, {
    address: " gh/acme/kit ",
    visibility: "global",
  });
  assert.equal(connected.status, 303, connected.text);
  const [connection] = await connections.ofAccount(account);
  assert(connection !== undefined);
  assert.equal(connection.address, "/gh/acme/kit");
  const path = `${BASE}/${connection.id}`;
  assert.equal(connected.headers.get("location"), `${path}?done=connected`);
  assert.match((await ada.get(path)).text, /It is looked at for the first time/);
  const twice = await ada.send(BASE, `${BASE}/connect`, { address: "gh/acme/kit" });
  assert.equal(twice.status, 409);
  assert.match(twice.html, /value="gh\/acme\/kit"/, "what was typed is kept");

  await endedWith(account, connection.id, {
    state: "waiting",
    reason: "3 skills are not there any more",
    counts: { skipped: 1 },
    skills: [{
      path: "skills/<b>",
      name: null,
      outcome: "skipped",
      version: null,
      problem: { code: "yaml_syntax", message: "It cannot be read", path: "skills/<b>/SKILL.md", line: 3 },
    }],
  });
  const page = await ada.get(path);
  assert.match(page.text, /Waits to be confirmed/);
  assert.match(page.text, /It cannot be read \( ?skills\/&lt;b&gt;\/SKILL\.md:3 ?\)/);
  assert.equal((await ada.send(path, `${path}/confirm`)).status, 303);
  assert.equal((await connections.find(account, connection.id))?.confirmed, "c".repeat(40));
  assert.equal((await ada.send(path, `${path}/look`)).status, 303);
  assert.equal((await ada.send(path, `${path}/visibility`, { visibility: "private" })).status, 303);
  assert.equal((await connections.find(account, connection.id))?.visibility, "private");
  const workflow = {
    file: ".github/workflows/publish.yml",
    skills: "one two",
    repositoryId: "300",
    ownerId: "70",
  };
  assert.equal((await ada.send(path, `${path}/workflow`, { ...workflow, file: "/x" })).status, 400);
  const unnumbered = await ada.send(path, `${path}/workflow`, { ...workflow, ownerId: "" });
  assert.equal(unnumbered.status, 400, "no host is asked here");
  assert.equal((await ada.send(path, `${path}/workflow`, workflow)).status, 303);
  const withJobs = await connections.find(account, connection.id);
  assert.deepEqual([withJobs?.syncs, withJobs?.workflow], [
    false,
    { ...workflow, skills: ["one", "two"], environment: null },
  ]);
  assert.match((await ada.get(path)).text, /Only its jobs publish/);
  assert.equal((await ada.send(path, `${path}/workflow/remove`)).status, 303);
  assert.equal((await connections.find(account, connection.id))?.workflow, null);
  assert.equal(
    (await ada.send(path, `${path}/disconnect`)).headers.get("location"),
    `${BASE}?done=disconnected`,
  );
  assert.equal((await ada.get(path)).status, 404);
  const audit = (await ada.get("/dashboard/ada/audit")).text;
  for (const action of ["add", "confirm", "change", "remove"]) {
    assert(audit.includes(`connection.${action}`), action);
  }

  async function endedWith(
    account: AccountId,
    id: ConnectionId,
    told: Pick<Run, "state" | "reason" | "counts" | "skills">,
  ) {
    const lease = { owner: "me", until: 1 };
    await connections.change(account, id, (before) => ({ ...before, lease }));
    const commit = "c".repeat(40) as CommitHash;
    assert(
      await connections.end(account, id, "me", {
        run: { trigger: "push", commit, startedAt: 0, endedAt: 0, ...told },
        connection: (before) => ({
          ...before,
          looked: { at: 0, state: told.state, commit, asks: "removal" },
        }),
      }),
    );
  }
});

Deno.test("why a skill of a repository was not published is told on the skill's page", async () => {
  using stage = await dashboard();
  const ada = await stage.visitor("ada");
  const account = (await stage.account("ada")).id;
  await ada.send("/dashboard/ada/skills", "/dashboard/ada/skills/write", { text: skillMd("one") });
  await ada.send(BASE, `${BASE}/connect`, { address: "gh/acme/kit" });
  const { connections } = stage.library.store;
  const [connection] = await connections.ofAccount(account);
  assert(connection !== undefined);
  const problem = {
    code: "publish.secret",
    message: "A file seems to hold a credential",
    path: "one/key.txt",
    line: 1,
  };
  await connections.change(
    account,
    connection.id,
    (before) => ({ ...before, lease: { owner: "me", until: 1 } }),
  );
  await connections.end(account, connection.id, "me", {
    run: {
      trigger: "push",
      state: "done",
      commit: null,
      reason: null,
      counts: { skipped: 1 },
      skills: [{ path: "one", name: "one", outcome: "skipped", version: null, problem }],
      startedAt: 0,
      endedAt: 0,
    },
    connection: (before) => before,
  });
  assert.match(
    (await ada.get("/dashboard/ada/skills/one")).text,
    /was not published: A file seems to hold a credential/,
  );
});
