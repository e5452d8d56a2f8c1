/** The catalog's MCP server, asked over the whole app in both eras. */
import assert from "node:assert/strict";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import { verifies } from "../../requirements/verifies.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { filesOf, found, skillMd, standingClock } from "../../support/library/library.ts";
import { type AccountServer, accountServer, ENDPOINT, HOST } from "../account/account_server.ts";
import { ERAS } from "../mcp.ts";

const CATALOG = `${HOST}/api/v1/catalog-mcp`;
const NOT_FOUND = { error: "Skill not found" };

interface Card {
  readonly owner: string;
  readonly name: string;
  readonly version: string;
  readonly stats: { readonly installs: number };
  readonly publishedAt: string;
}

async function stage() {
  const kv = await Deno.openKv(":memory:");
  const clock = standingClock();
  const at = await accountServer(kv, clock);
  const acme = await at.account("acme");
  const ck = await at.key(acme, { kind: "catalog" });
  /** What the text of a tool's answer is, as JSON. */
  async function ask(name: string, args: Readonly<Record<string, unknown>> = {}, key = ck) {
    const response = await at.rpc("tools/call", { name, arguments: args }, { token: key, url: CATALOG });
    assert.equal(response.status, 200);
    const { result } = await response.json();
    assert.equal(result.content.length, 1);
    return JSON.parse(result.content[0].text);
  }
  return {
    ...at,
    acme,
    ck,
    ask,
    async [Symbol.asyncDispose]() {
      await at[Symbol.asyncDispose]();
      kv.close();
    },
  };
}

/** So many skills of an account, each a second younger than the one before. */
async function published(
  at: AccountServer,
  author: LibraryAuthor,
  count: number,
): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, number) => `skill-${String(number).padStart(2, "0")}`);
  for (const name of names) {
    await at.publish(author, { "SKILL.md": skillMd(name, { body: `${name}\n` }) });
    at.clock.advance(1000);
  }
  return names;
}

Deno.test(
  verifies(
    ["cat.tools.exact"],
    "there are four tools that only read, in both eras, and calls are counted against the key's day",
  ),
  async () => {
    await using at = await stage();
    for (const era of ERAS) {
      const response = await at.rpc("tools/list", {}, { token: at.ck, era, url: CATALOG });
      const { result: { tools } } = await response.json();
      assert.deepEqual(
        tools.map(({ name }: { name: string }) => name).sort(),
        ["discover_skills", "get_skill", "get_skill_file", "search_skills"],
      );
      for (const { annotations, inputSchema } of tools) {
        assert.equal(annotations.readOnlyHint, true);
        assert.equal(inputSchema.additionalProperties, false);
      }
      const called = await at.rpc("tools/call", { name: "discover_skills", arguments: {} }, {
        token: at.ck,
        era,
        url: CATALOG,
      });
      assert.equal(called.headers.get("ratelimit-limit"), "500");
      assert.match(called.headers.get("cache-control") ?? "", /private/);
    }
  },
);

Deno.test(
  verifies(
    ["resource.catalog"],
    "the catalog takes catalog keys alone, and they open nothing of the account",
  ),
  async () => {
    await using at = await stage();
    const key = await at.key(at.acme);
    for (const token of [key, `ot_${"a".repeat(43)}`, "ck_live_wrong", undefined]) {
      const options = { url: CATALOG, ...(token !== undefined && { token }) };
      const response = await at.rpc("tools/call", { name: "discover_skills", arguments: {} }, options);
      assert.equal(response.status, 401, String(token));
      assert.equal(response.headers.get("www-authenticate"), "Bearer", "no sign-in helps here");
      const { result } = await response.json();
      assert.deepEqual(JSON.parse(result.content[0].text), { error: "Unauthorized" });
      const listed = await at.rpc("tools/list", {}, options);
      assert.equal(listed.status, 401, String(token));
      assert.match(await listed.text(), /ck_live_/, "it says what to send");
    }
    const other = await at.rpc("tools/list", {}, { token: at.ck, url: ENDPOINT });
    assert.equal(other.status, 401);
    const rest = new Request(`${HOST}/api/v1/library`, { headers: { authorization: `Bearer ${at.ck}` } });
    assert.equal((await at.server.fetch(rest)).status, 401);
  },
);

Deno.test(
  verifies(
    ["cat.discover.default", "cat.discover.sorts", "cat.cursor.bad"],
    "skills come by installs, by age or by name, in pages that a cursor of that question goes on with",
  ),
  async () => {
    await using at = await stage();
    const names = await published(at, at.acme, 25);
    const holders = [
      await at.account("holder-1"),
      await at.account("holder-2"),
      await at.account("holder-3"),
    ];
    for (const [number, name] of names.entries()) {
      for (const holder of holders.slice(0, number % 4)) {
        found(await at.library.add(holder, { owner: "acme", name }));
      }
    }
    await at.server.makeEditions();
    const first = await at.ask("discover_skills");
    assert.equal(first.skills.length, 20);
    assert.equal(typeof first.nextCursor, "string");
    const second = await at.ask("discover_skills", { cursor: first.nextCursor });
    assert.deepEqual([second.skills.length, second.nextCursor], [5, null]);
    const all: readonly Card[] = [...first.skills, ...second.skills];
    const installs = all.map(({ stats }) => stats.installs);
    assert.deepEqual(installs, installs.toSorted((one, other) => other - one));
    assert.deepEqual([installs[0], installs.at(-1)], [3, 0]);
    assert.deepEqual(all.map(({ name }) => name).toSorted(), names);
    assert.deepEqual(Object.keys(all[0] ?? {}), [
      "owner",
      "name",
      "version",
      "description",
      "license",
      "stats",
      "publishedAt",
    ]);

    const newest: readonly Card[] = (await at.ask("discover_skills", { sort: "newest", limit: 50 })).skills;
    const times = newest.map(({ publishedAt }) => Date.parse(publishedAt));
    assert.deepEqual(times, times.toSorted((one, other) => other - one));
    const beta = await at.account("beta");
    await published(at, beta, 1);
    await at.server.makeEditions();
    const byName: readonly Card[] = (await at.ask("discover_skills", { sort: "name", limit: 50 })).skills;
    assert.deepEqual(
      byName.slice(0, 3).map(({ owner, name }) => `${owner}/${name}`),
      ["acme/skill-00", "beta/skill-00", "acme/skill-01"],
    );
    const owned = await at.ask("discover_skills", { owner: "Beta" });
    assert.deepEqual(owned.skills.map(({ owner }: Card) => owner), ["beta"]);
    assert.match((await at.ask("discover_skills", { sort: "stars" })).error, /sort/);

    const { nextCursor } = await at.ask("discover_skills", { sort: "name", limit: 5 });
    const altered = nextCursor.replace(/.$/, (last: string) => last === "A" ? "B" : "A");
    for (
      const args of [{ sort: "installs", cursor: nextCursor }, { sort: "name", cursor: altered }, {
        cursor: "x",
      }]
    ) {
      assert.deepEqual(await at.ask("discover_skills", args), { error: "Invalid cursor" });
    }
    assert.deepEqual(await at.ask("search_skills", { query: "skill", cursor: nextCursor }), {
      error: "Invalid cursor",
    });
  },
);

Deno.test(
  verifies(
    ["cat.file.skill_md", "cat.private_absent"],
    "files of listed skills are read, SKILL.md too, and of what is private nothing is said",
  ),
  async () => {
    await using at = await stage();
    const text = skillMd("x", { body: "Read a.txt.\n" });
    await at.publish(at.acme, {
      "SKILL.md": text,
      "a.txt": "plain",
      "logo.png": Uint8Array.of(137, 80, 78, 71, 0, 255),
    });
    await at.publish(at.acme, { "SKILL.md": skillMd("secret-walrus") }, { visibility: "private" });
    const raw = async (path: string) => {
      const options = { token: at.ck, url: CATALOG };
      const params = { name: "get_skill_file", arguments: { owner: "acme", name: "x", path } };
      const { result } = await (await at.rpc("tools/call", params, options)).json();
      return result;
    };
    assert.equal((await raw("SKILL.md")).content[0].text, text);
    assert.equal((await raw("a.txt")).content[0].text, "plain");
    assert.deepEqual(JSON.parse((await raw("logo.png")).content[0].text), {
      path: "logo.png",
      contentType: "image/png",
      encoding: "base64",
      content: "iVBORwD/",
    });
    assert.deepEqual(JSON.parse((await raw("b.txt")).content[0].text), {
      error: "File not found",
      availableFiles: ["SKILL.md", "a.txt", "logo.png"],
    });
    assert.deepEqual(JSON.parse((await raw("../x")).content[0].text), { error: "Invalid file path" });
    const told = await at.ask("get_skill", { owner: "ACME", name: "X" });
    assert.deepEqual([told.name, told.owner, told.visibility, told.files.length], ["x", "acme", "global", 2]);

    const secret = { owner: "acme", name: "secret-walrus" };
    assert.deepEqual(await at.ask("get_skill", secret), NOT_FOUND);
    assert.deepEqual(await at.ask("get_skill_file", { ...secret, path: "SKILL.md" }), NOT_FOUND);
    for (
      const page of [
        await at.ask("discover_skills", { limit: 50 }),
        await at.ask("search_skills", { query: "secret-walrus" }),
      ]
    ) assert.ok(!JSON.stringify(page).includes("walrus"));
  },
);

Deno.test(
  verifies(
    ["cat.removal_at_once", "cat.fresh_in_60s"],
    "what leaves the catalog is gone from every answer at once, and what is new is found",
  ),
  async () => {
    await using at = await stage();
    await at.publish(at.acme, { "SKILL.md": skillMd("walrus-care", { body: "Feed it.\n" }) });
    const names = async () =>
      [
        ...(await at.ask("discover_skills", { limit: 50 })).skills,
        ...(await at.ask("search_skills", { query: "walrus-care" })).skills,
      ].map(({ name }: Card) => name);
    assert.equal((await at.ask("get_skill", { owner: "acme", name: "walrus-care" })).name, "walrus-care");
    assert.deepEqual(await untilFound(at, names), ["walrus-care", "walrus-care"]);
    found(await at.library.change(at.acme, "walrus-care", { visibility: "private" }, {}));
    assert.deepEqual(await names(), []);
    assert.deepEqual(await at.ask("get_skill", { owner: "acme", name: "walrus-care" }), NOT_FOUND);
    const rest = await at.server.fetch(new Request(`${HOST}/api/v1/catalog/search?query=walrus-care`));
    assert.deepEqual((await rest.json()).skills, []);
    found(await at.library.change(at.acme, "walrus-care", { visibility: "global" }, {}));
    await untilFound(at, names);
    found(await at.moderation.flag(OPERATOR, { owner: "acme", name: "walrus-care" }, "it bites"));
    assert.deepEqual(await names(), []);
  },
);

/** Asks for a minute of the clock, in which the process looks once for what others published. */
async function untilFound(
  at: AccountServer,
  names: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  for (let seconds = 0; seconds < 60; seconds++) {
    const now = await names();
    if (now.length === 2) return now;
    at.clock.advance(1000);
    if (seconds === 58) await at.server.makeEditions();
  }
  assert.fail("a minute passed");
}

Deno.test(
  verifies(
    ["cat.search.relevance"],
    "an exact name comes first, and of two copies the one whose source is proved, whoever was earlier",
  ),
  async () => {
    await using at = await stage();
    await at.publish(at.acme, {
      "SKILL.md": skillMd("forms-archive", { body: "pdf-forms ".repeat(50) + "\n" }),
    });
    await at.publish(at.acme, { "SKILL.md": skillMd("pdf-forms", { body: "Fill them in.\n" }) });
    await at.server.makeEditions();
    const { skills } = await at.ask("search_skills", { query: "pdf-forms" });
    assert.equal(skills[0]?.name, "pdf-forms");

    const files = { "SKILL.md": skillMd("invoices", { body: "Write them.\n" }) };
    const copier = await at.account("copier");
    await at.publish(copier, files);
    at.clock.advance(1000);
    const author = await at.account("author");
    const uploaded = filesOf(files);
    const made = await at.library.publish(author, uploaded, {
      visibility: "global",
      provenance: {
        kind: "repository",
        repository: "/gh/author/kit",
        commit: "c".repeat(40),
        issuer: null,
        workflow: null,
        run: null,
        source: "unknown",
      },
      compare: () => Promise.resolve("matches"),
    });
    assert(made.ok);
    await at.server.makeEditions();
    const found = await at.ask("search_skills", { query: "invoices" });
    assert.deepEqual(found.skills.map(({ owner, name }: Card) => `${owner}/${name}`), ["author/invoices"]);
  },
);

Deno.test(
  verifies(["name.same_name_two_owners"], "names are unique within an account only"),
  async () => {
    await using at = await stage();
    const beta = await at.account("beta");
    await at.publish(at.acme, { "SKILL.md": skillMd("code-review", { body: "Ours.\n" }) });
    await at.publish(beta, { "SKILL.md": skillMd("code-review", { body: "Theirs.\n" }) });
    await at.server.makeEditions();
    const { skills } = await at.ask("search_skills", { query: "code-review" });
    assert.deepEqual(skills.map(({ owner }: Card) => owner).toSorted(), ["acme", "beta"]);
  },
);
