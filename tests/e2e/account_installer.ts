/** The released installer, `npx skills`, at what an account publishes, by the commands of docs/install.md. */
import assert from "node:assert/strict";
import { indexOf, installAll } from "../support/installer.ts";
import { ACCOUNT_SKILL, signedInAccount } from "../support/library/signed_in_account.ts";
import { skillOf } from "../support/library/library_server.ts";
import { assertSame, EVERYTHING, installerTest, project } from "./_installer_project.ts";

const PAGE = new URL("../../docs/install.md", import.meta.url);

/** An edition is begun by what is published, and made within a minute at worst. */
const EDITION_MS = 60_000;
const PAUSE_MS = 250;

const ask = (request: Request) => fetch(request);

/** What the page says to install from, without what is said of it. */
async function placesOfPage(): Promise<readonly string[]> {
  const page = await Deno.readTextFile(PAGE);
  return [...page.matchAll(/^npx skills add https:\/\/skills\.example(\/skills\/\S+)/gm)].map((
    [, place = ""],
  ) => place);
}

installerTest(
  "npx skills installs an account, a skill, a pinned one and a private library, as the page says",
  async () => {
    await using account = await signedInAccount();
    const { server: { publicUrl }, key } = account;
    const [ofAccount = "", ofSkill = "", ofVersion = "", ...others] = await placesOfPage();
    assert.deepEqual(others, []);
    const [, , owner = "", name = ""] = ofSkill.split("/");
    const label = ofVersion.slice(ofSkill.length + 1);
    const authorization = `Bearer ${key}`;
    for (const version of [label, "2.0.0"]) {
      await publish(
        publicUrl,
        authorization,
        skillOf(name, `metadata:\n  version: "${version}"\n`, `${version}.\n`),
      );
    }
    await listed(`${publicUrl}${ofAccount}`, "2.0.0");

    await using everything = await project();
    await everything.skills("add", publicUrl + ofAccount, ...EVERYTHING);
    const installed = await everything.installed();
    assert.deepEqual([...installed.keys()], [name], `${owner}'s private ${ACCOUNT_SKILL} is not among them`);
    assertSame(installed, await installAll(ask, publicUrl + ofAccount));
    assert.deepEqual([...installed.get(name)?.keys() ?? []].toSorted(), ["SKILL.md", "references/style.md"]);

    await using one = await project();
    await one.skills("add", publicUrl + ofSkill, ...EVERYTHING);
    assertSame(await one.installed(), installed);

    await using pinned = await project();
    await pinned.skills("add", publicUrl + ofVersion, ...EVERYTHING);
    const before = (await pinned.installed()).get(name)?.get("SKILL.md");
    assert(new TextDecoder().decode(before).includes(`${label}.\n`));

    const made = await fetch(`${publicUrl}/api/v1/install-links`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ library: true, hours: 24 }),
    });
    assert.equal(made.status, 201);
    const { url } = await made.json();
    await using secret = await project();
    await secret.skills("add", url, ...EVERYTHING);
    assert.deepEqual([...(await secret.installed()).keys()].toSorted(), [name, ACCOUNT_SKILL].toSorted());
  },
);

async function publish(origin: string, authorization: string, files: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [path, text] of Object.entries(files)) form.append("files", new File([text], path));
  form.append("visibility", "global");
  const answer = await fetch(`${origin}/api/v1/library`, {
    method: "POST",
    headers: { authorization },
    body: form,
  });
  assert.equal(answer.status, 201, await answer.text());
}

/** Waits until an account's index has a skill at that version. */
async function listed(place: string, version: string): Promise<void> {
  for (const until = Date.now() + EDITION_MS; Date.now() < until;) {
    const there = await fetch(`${place}/.well-known/agent-skills/index.json`);
    await there.body?.cancel();
    const entries = there.ok ? (await indexOf(ask, place)).skills : [];
    if (entries.some(({ url }) => url.includes(version))) return;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  assert.fail("no edition has the skill");
}
