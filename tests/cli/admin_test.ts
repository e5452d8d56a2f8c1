import assert from "node:assert/strict";
import { failure, success } from "../../contracts/result.ts";
import { runAdmin } from "../../src/cli/mod.ts";
import type { TrustRegister } from "../../src/mounts/mod.ts";

const SAID = { address: "/gh/acme/library", verified: true, featured: true, blocked: false };

function register(): TrustRegister {
  return {
    list: () => Promise.resolve([{ ...SAID, changedAt: 0 }]),
    change: (action, address) =>
      Promise.resolve(
        address === "/gh/acme/unknown" ? failure({ code: "mount.repo_not_found" }) : success(
          action === "clear"
            ? { address, verified: false, featured: false, blocked: false, changedAt: null }
            : { ...SAID, blocked: action === "block", changedAt: 0 },
        ),
      ),
  };
}

Deno.test("admin trust prints a line for each repository on a list", async () => {
  const lines = "/gh/acme/library  verified, featured  1970-01-01T00:00:00.000Z";
  assert.deepEqual(await runAdmin({ register: register() }, ["trust", "list"]), {
    code: 0,
    out: lines,
    err: "",
  });
  const none = { ...register(), list: () => Promise.resolve([]) };
  assert.equal((await runAdmin({ register: none }, ["trust", "list"])).out, "No repository is on a list");
});

Deno.test("admin trust prints what is said of a repository after a change", async () => {
  const print = async (...args: string[]) =>
    (await runAdmin({ register: register() }, ["trust", ...args])).out;
  assert.equal(
    await print("block", "/gh/acme/library"),
    "/gh/acme/library  blocked, verified, featured  1970-01-01T00:00:00.000Z",
  );
  assert.equal(await print("clear", "/gh/acme/library"), "/gh/acme/library  on no list");
});

Deno.test("admin says why a change was not made, and ends with 1", async () => {
  assert.deepEqual(await runAdmin({ register: register() }, ["trust", "block", "/gh/acme/unknown"]), {
    code: 1,
    out: "",
    err: "The repository does not exist or is not public",
  });
});

Deno.test("admin shows how it is used when it does not understand, and ends with 2", async () => {
  const misused = [
    [],
    ["trust"],
    ["list"],
    ["trust", "list", "/gh/acme/library"],
    ["trust", "verify"],
    ["trust", "remove", "/gh/acme/library"],
    ["trust", "verify", "/gh/acme/library", "/gh/acme/other"],
  ];
  for (const args of misused) {
    const { code, out, err } = await runAdmin({ register: register() }, args);
    assert.deepEqual([code, out], [2, ""], args.join(" "));
    assert(err.startsWith("Usage: deno task admin trust list"));
  }
});
