/** Goes every road that a repository can go on a forge, and asks over every route what is served then. */
import assert from "node:assert/strict";
import type { GitHost } from "../../../contracts/git_host.ts";
import { STALE_SECONDS } from "../../../contracts/limits.ts";
import { createGitRepository, type GitRepository } from "../../support/git_repository.ts";
import { type ManualClock, manualClock } from "../../support/manual_clock.ts";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { message } from "../mcp.ts";
import { everyRoute, SKILL } from "../every_route.ts";
import {
  after,
  AT_FIRST,
  type Event,
  type ForgeState,
  meaningOf,
  NAMES,
  roads,
  type Which,
} from "./_forge.ts";

export const ORIGIN = "http://127.0.0.1";
const HOUR_MS = 3_600_000;

export const LIFETIMES = { repository: 60, ref: 60, stale: STALE_SECONDS };

/** The text by which each repository is known in an answer. */
const MARKS: Readonly<Record<Which, string>> = { first: "Juniper content", second: "Saffron content" };

export interface Forge {
  readonly key: string;
  readonly host: (clock: ManualClock) => GitHost;
  /** Brings the forge to a state, `event` being what happens. */
  move(event: Event, before: ForgeState, now: ForgeState): Promise<void>;
}

/** Both repositories, and the commit and the tag that addresses pin. */
export interface Repositories extends AsyncDisposable {
  readonly first: GitRepository;
  readonly second: GitRepository;
  readonly commits: Readonly<Record<Which, string>>;
}

export async function repositories(): Promise<Repositories> {
  const files = (which: Which) => ({
    "LICENSE": "MIT License\n",
    [SKILL]: `---\nname: s\ndescription: ${MARKS[which]} of a skill.\n---\n\n${MARKS[which]}\n`,
  });
  const first = await createGitRepository(files("first"));
  await first.git(["tag", "v1"]);
  const second = await createGitRepository(files("second"));
  const head = async ({ git }: GitRepository) => (await git(["rev-parse", "HEAD"])).trim();
  return {
    first,
    second,
    commits: { first: await head(first), second: await head(second) },
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
    },
  };
}

/** What each form of an address means, by what its name means. */
function formsOf(
  { commits }: Repositories,
): readonly { readonly ref: string; readonly of: readonly Which[] }[] {
  return [
    { ref: "", of: ["first", "second"] },
    { ref: "@v1", of: ["first"] },
    { ref: `@${commits.first}`, of: ["first"] },
    { ref: `@${commits.second}`, of: ["second"] },
  ];
}

/** Looks at every name in every form, so that everything that can be remembered is. */
async function look(server: TestServer, key: string, forms: ReturnType<typeof formsOf>): Promise<void> {
  for (const name of NAMES) {
    for (const { ref } of forms) {
      const params = { name: "load_skill", arguments: { path: SKILL } };
      const url = `${ORIGIN}/${key}/${name}${ref}`;
      await (await server.fetch(message("modern", url, { method: "tools/call", params }))).body?.cancel();
    }
  }
}

async function assertPublic(
  server: TestServer,
  { key, state, forms, road, routes }: {
    readonly key: string;
    readonly state: ForgeState;
    readonly forms: ReturnType<typeof formsOf>;
    readonly road: string;
    readonly routes: Routes;
  },
): Promise<void> {
  let turn = 0;
  for (const name of NAMES) {
    for (const { ref, of } of forms) {
      turn++;
      const means = meaningOf(state, name);
      const expected = means !== null && of.includes(means) ? means : null;
      const address = `/${key}/${name}${ref}`;
      let number = 0;
      for (const [route, request] of everyRoute(address, `skill://${key}/${name}`)) {
        const isItsTurn = (number++ + turn) % IN_TURN === 0;
        if (routes === "in turn" && !isItsTurn) continue;
        if (routes === "one" && !route.startsWith("load_skill")) continue;
        const what = `${road}: ${route} of ${address}`;
        const response = await server.fetch(request);
        const text = new TextDecoder().decode(await response.arrayBuffer());
        for (const which of ["first", "second"] as const) {
          if (which !== expected) assert(!text.includes(MARKS[which]), `${what} tells of the ${which} one`);
        }
        assert.equal(response.status, expected === null ? 404 : 200, `${what}: ${text.slice(0, 200)}`);
        if (expected !== null && route.startsWith("load_skill")) assert(text.includes(MARKS[expected]), what);
      }
    }
  }
}

/** Goes one road, somebody looking all the while, and asks at its end what is served. */
async function go(
  road: readonly Event[],
  end: "an hour later" | "refreshed",
  made: Repositories,
  forge: Forge,
  routes: Routes,
): Promise<void> {
  const clock = manualClock();
  await using server = await testServer({ hosts: [forge.host(clock)], clock, mode: "start" });
  const forms = formsOf(made);
  let state = AT_FIRST;
  await look(server, forge.key, forms);
  for (const event of road) {
    const next = after(state, event);
    assert(next !== null);
    await forge.move(event, state, next);
    state = next;
    if (end === "refreshed") clock.advance(HOUR_MS / 2);
    await look(server, forge.key, forms);
  }
  if (end === "an hour later") clock.advance(HOUR_MS + LIFETIMES.repository * 1000);
  else {
    for (const name of NAMES) {
      const url = `${ORIGIN}/api/v1/refresh/${forge.key}/${name}`;
      await (await server.fetch(new Request(url, { method: "POST" }))).body?.cancel();
    }
  }
  const title = `${road.join(", ")}, ${end}`;
  await assertPublic(server, { key: forge.key, state, forms, road: title, routes });
}

const ENDS = ["an hour later", "refreshed"] as const;

/**
 * Over which routes an address is asked at the end of a road: `in turn` is every third of them, other ones at the next
 * address, so that a road is asked over all.
 */
type Routes = "every" | "in turn" | "one";

const IN_TURN = 3;

/** By how many events a road has. */
const ROUTES: readonly Routes[] = ["every", "every", "in turn", "one"];

/**
 * Goes roads of up to two events to both ends, and each longer one to one of them.
 *
 * @param reset Brings the forge back to where every road begins.
 */
export async function everyRoad(
  t: Deno.TestContext,
  made: Repositories,
  forge: Forge,
  reset: () => Promise<void>,
): Promise<void> {
  let longOnes = 0;
  for (const road of roads(3)) {
    const isLong = road.length === 3;
    const ends = isLong ? [ENDS[longOnes++ % 2] ?? ENDS[0]] : ENDS;
    await t.step(road.join(", "), async () => {
      for (const end of ends) {
        await reset();
        await go(road, end, made, forge, ROUTES[road.length] ?? "one");
      }
    });
  }
}
