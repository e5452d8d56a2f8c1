/** What one viewer does changes nothing of what another one is told: two servers, of which one alone knows Ada. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { everyRoute } from "../every_route.ts";
import {
  type PrivateServer,
  privateServer,
  PUBLIC,
  SECRET,
  tokenFor,
  TTL_SECONDS,
  WORD,
} from "./_private_server.ts";

const SKILLS = { [SECRET]: "walrus/SKILL.md", [PUBLIC]: "plain/SKILL.md" } as const;

const ROUTES = everyRoute(SECRET, "").size;

interface Look {
  readonly who: "ada" | "bob" | "bob's browser" | "nobody";
  readonly address: keyof typeof SKILLS;
  /** Its place in the table. */
  readonly route: number;
  /** Seconds that pass before it. */
  readonly wait: number;
}

const looks: fc.Arbitrary<Look> = fc.record({
  who: fc.constantFrom("ada", "ada", "bob", "bob's browser", "nobody"),
  address: fc.constantFrom(SECRET, SECRET, PUBLIC),
  route: fc.nat(ROUTES - 1),
  wait: fc.constantFrom(0, 0, 1, TTL_SECONDS),
});

function requestOf({ who, address, route }: Look): Request {
  const request = [...everyRoute(address, `skill:/${address}`, SKILLS[address]).values()][route];
  assert(request !== undefined);
  if (who === "ada" || who === "bob") {
    request.headers.set("authorization", `Bearer ${tokenFor(who, address)}`);
  }
  if (who === "bob's browser") request.headers.set("cookie", "skillmount_session=ses-bob");
  return request;
}

/** What a directory is called by differs between two servers, as the times of its files do. */
const OWN = new Set(["etag", "x-request-id", "repr-digest", "last-modified"]);

/** All that a client gets, but what is new in each answer or of the server's own files. */
async function told(server: PrivateServer, look: Look) {
  const response = await server.fetch(requestOf(look));
  const headers = [...response.headers].map((
    [name, value],
  ) => [name, OWN.has(name) ? "" : withoutCommits(value)]);
  const text = new TextDecoder("latin1").decode(await response.arrayBuffer());
  return { status: response.status, headers, text: withoutCommits(text) };
}

function withoutCommits(text: string): string {
  return text.replaceAll(/[0-9a-f]{40}|\b[0-9a-f]{7}\b/g, "COMMIT");
}

/** Asks for a file until everything is read, so that no answer depends on how far that is: a list is told meanwhile. */
async function untilRead(server: PrivateServer, who: Look["who"], address: Look["address"]): Promise<void> {
  const route = [...everyRoute(address, "", SKILLS[address]).keys()].indexOf(
    `REST raw?path=${SKILLS[address]}`,
  );
  assert.notEqual(route, -1);
  const look: Look = { who, address, route, wait: 0 };
  while ((await told(server, look)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 1));
}

Deno.test("nobody is told anything else because somebody reads what is not public, over any route in any order", async () => {
  await using known = await privateServer();
  await using alone = await privateServer();
  for (const server of [known, alone]) await untilRead(server, "nobody", PUBLIC);
  await untilRead(known, "ada", SECRET);
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(looks, { minLength: 4, maxLength: 12 }), async (walk) => {
      for (const look of walk) {
        for (const { clock } of [known, alone]) clock.advance(look.wait * 1000);
        const answer = await told(known, look);
        if (look.who === "ada") {
          if (look.address === SECRET && answer.text.includes(WORD)) read++;
          continue;
        }
        assert.deepEqual(answer, await told(alone, look), JSON.stringify(look));
        if (look.address === SECRET) assert.ok(!answer.text.includes(WORD), JSON.stringify(look));
      }
    }),
    { numRuns: 40 },
  );
  assert.ok(read > 20, `Ada read it ${read} times meanwhile`);
});
