import assert from "node:assert/strict";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { NameAsker, NameOwner, SignInHost } from "../../../contracts/auth/sign_in.ts";
import { failure, success } from "../../../contracts/result.ts";
import { createNameOwner, personAt } from "../../../src/auth/mod.ts";

const [FIRST, SECOND] = ["code" as HostKey, "gh" as HostKey];

function hostAt(key: HostKey, names: Readonly<Record<string, NameOwner | "away">>) {
  const asked: [name: string, asker: NameAsker | null][] = [];
  const never = () => Promise.reject(new Error("Cannot be asked here"));
  const host: SignInHost = {
    key,
    begin: never,
    finish: never,
    renew: never,
    isMember: never,
    mayWrite: never,
    numbersOf: never,
    ownerOf(name, asker) {
      asked.push([name, asker]);
      const owner = names[name] ?? "nobody";
      return Promise.resolve(owner === "away" ? failure("unavailable") : success(owner));
    },
  };
  return { host, asked };
}

Deno.test("the first host in the order of the settings that knows a name says whose it is", async () => {
  const code = hostAt(FIRST, { both: "others", slow: "away" });
  const gh = hostAt(SECOND, { both: "theirs", mine: "theirs", hers: "others", slow: "theirs" });
  const ownerOf = createNameOwner({
    hosts: new Map([[FIRST, code.host], [SECOND, gh.host]]),
    credentialOf: () => Promise.resolve(success({ token: "t" })),
  });
  const ada = { id: personAt(SECOND, "7"), host: SECOND, login: "Ada" };
  const told = [];
  for (const name of ["both", "mine", "hers", "nobodys", "slow", "ada"]) told.push(await ownerOf(name, ada));
  assert.deepEqual(told, ["others", "theirs", "others", "nobody", "unknown", "theirs"]);
  assert.deepEqual(code.asked.find(([name]) => name === "mine"), ["mine", null], "she is nobody there");
  assert.deepEqual(gh.asked.find(([name]) => name === "mine"), [
    "mine",
    { id: "7", login: "Ada", token: "t" },
  ]);
  assert.ok(!gh.asked.some(([name]) => name === "ada"), "what she is called there needs no question");
});

Deno.test("a name stays unknown while what asks for its person cannot be had", async () => {
  const { host } = hostAt(FIRST, {});
  const ownerOf = createNameOwner({
    hosts: new Map([[FIRST, host]]),
    credentialOf: () => Promise.resolve(failure({ reason: "unavailable", detail: "away" })),
  });
  assert.equal(await ownerOf("x", { id: personAt(FIRST, "7"), host: FIRST, login: "ada" }), "unknown");
  const byLink = { id: personAt(SECOND, "7"), host: null, login: "ada" };
  assert.equal(await ownerOf("x", byLink), "nobody");
});
