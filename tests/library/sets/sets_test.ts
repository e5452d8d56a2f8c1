/** Who may open a set, and what is looked at for who may not. */
import assert from "node:assert/strict";
import type { Person } from "../../../contracts/auth/people.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { Asker, PersonId } from "../../../contracts/auth/viewer.ts";
import { failure, success } from "../../../contracts/result.ts";
import { createSets } from "../../../src/library/mod.ts";
import { found, libraryOn, skillMd } from "../../support/library/library.ts";
import { OPERATOR } from "../../support/library/accounts.ts";

const NOBODY: Asker = { kind: "nobody" };
const SESSION = "session" as SecretDigest;

async function setsOn(kv: Deno.Kv) {
  const stage = libraryOn(kv);
  const opened: string[] = [];
  const { account: acme } = await stage.account("acme");
  const sets = createSets({
    ...stage.store,
    library: stage.library,
    access: {
      callerOf: (asker) =>
        Promise.resolve(failure({ code: asker.kind === "nobody" ? "auth.required" : "auth.invalid_token" })),
    },
    catalog: { source: () => Promise.resolve(failure({ code: "skill.not_found" })) },
    audienceOf: () => null,
    openAddress(address) {
      opened.push(address);
      return Promise.resolve(failure({ code: "index.indexing" }));
    },
    parseAddress: success,
    clock: stage.clock,
  });
  await stage.publish({ account: acme, skills: null, mayPublishGlobally: true, ...OPERATOR }, {
    "SKILL.md": skillMd("own"),
  }, {});
  const put = async (name: string, ...members: readonly { address?: string; skill?: string }[]) => {
    found(await sets.put(OPERATOR, acme, name, { description: null, members }));
    opened.length = 0;
  };
  const open = (name: string, asker: Asker = NOBODY) =>
    sets.open({ owner: "acme", name, asker, waitMs: 60_000 });
  return { ...stage, acme, sets, opened, put, open };
}

Deno.test("nothing is opened for who may not read a set, which is refused as one that is not there", async () => {
  using kv = await Deno.openKv(":memory:");
  const { open, opened, put, sets, store, acme } = await setsOn(kv);
  await put("closed", { address: "/gh/acme/library" }, { skill: "acme/own" });
  const askers: readonly Asker[] = [
    NOBODY,
    { kind: "refused", failure: { code: "auth.invalid_token" } },
    { kind: "person", person: "stranger" as PersonId, session: SESSION },
  ];
  for (const asker of askers) {
    const [closed, missing] = [await open("closed", asker), await open("missing", asker)];
    assert(!closed.ok && !missing.ok);
    assert.deepEqual(closed.error, missing.error, asker.kind);
    assert.deepEqual(opened, [], asker.kind);
  }
  const member: Person = { id: "ada" as PersonId, host: null, login: "ada", accounts: [] };
  await store.members.join(acme, member, "member", {
    ...OPERATOR,
    action: "member.join",
    target: "ada",
    before: null,
    after: null,
  });
  assert((await open("closed", { kind: "person", person: member.id, session: SESSION })).ok);
  assert.deepEqual([
    await sets.allowedTo(member.id, "acme", "closed"),
    await sets.allowedTo(member.id, "acme", "none"),
  ], [acme, null]);
  await put("open", { address: "/gh/acme/library" });
  assert((await open("open")).ok);
  assert.deepEqual(opened, ["/gh/acme/library"]);
});
