/** What a stranger can tell of names that people use: nothing, neither by an answer nor by the work that it takes. */
import assert from "node:assert/strict";
import { verifies } from "../../requirements/verifies.ts";
import { ADA, githubServer, MISSING, read, SECRET, WORD } from "./_github_server.ts";

const MINUTE_MS = 60_000;

Deno.test(
  verifies(
    ["private.anonymous_traces"],
    "a private name is answered a stranger in the same words and with the same work as a missing one, before and after its people used it",
  ),
  async () => {
    const reads: string[] = [];
    await using world = await githubServer({
      kvOf: (kv) => ({
        get: (key, ...rest) => (reads.push("get"), kv.get(key, ...rest)),
        getMany: (...asked) => (reads.push("getMany"), kv.getMany(...asked)),
        list: (...asked) => (reads.push("list"), kv.list(...asked)),
        atomic: () => (reads.push("atomic"), kv.atomic()),
      }),
    });
    const { github, clock } = world;
    const process = await world.process();

    /** What a stranger gets, and what it took: requests to the host, and looks into the store. */
    async function asked(address: string) {
      // What all requests share is looked at again each second, by whichever comes first.
      clock.advance(2000);
      github.asked.length = 0;
      reads.length = 0;
      const answer = await process.browse(address);
      const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
      const name = address.slice("/gh/".length);
      const told = `${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`.replaceAll(
        name,
        "NAME",
      );
      return { told, host: github.asked.map((line) => line.replaceAll(name, "NAME")), store: [...reads] };
    }

    /** The same of two names that nobody asked for within the time that an answer is remembered; and warm. */
    async function both() {
      clock.advance(MINUTE_MS);
      const cold = [await asked(SECRET), await asked(MISSING)];
      const warm = [await asked(SECRET), await asked(MISSING)];
      return [cold, warm];
    }

    await both();
    const before = await both();
    for (const [secret, missing] of before) assert.deepEqual(secret, missing);
    assert.equal(before[0]?.[0]?.host.length, 1);
    assert.equal(before[1]?.[0]?.host.length, 0);

    const token = await process.tokenFor(await process.signIn(ADA), SECRET);
    assert.match(await read(process, SECRET, token), new RegExp(WORD));
    for (let round = 0; round < 3; round++) {
      // Just after somebody used it, when what was found out for them is remembered.
      clock.advance(MINUTE_MS);
      assert.match(await read(process, SECRET, token), new RegExp(WORD));
      const [secret, missing] = [await asked(SECRET), await asked(MISSING)];
      assert.deepEqual(secret, missing);
      assert.deepEqual(secret, before[0]?.[0]);
    }
    assert.deepEqual(await both(), before);
  },
);

Deno.test("using what is not public takes nobody's look-ups of new names", async () => {
  await using world = await githubServer();
  const process = await world.process({ LOOKUP_NEW_PER_CLIENT: "2" });
  const token = await process.tokenFor(await process.signIn(ADA), SECRET);
  for (let minute = 0; minute < 20; minute++) {
    assert.match(await read(process, SECRET, token), new RegExp(WORD));
    world.clock.advance(MINUTE_MS);
  }
});
