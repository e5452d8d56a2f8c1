import assert from "node:assert/strict";
import { Hono } from "hono";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { AccountAccess, Budget, Caller, Spender } from "../../../contracts/library/access.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import { failure, success } from "../../../contracts/result.ts";
import { accountOnly, type AccountVariables, createTellAccountRefusal } from "../../../src/http/mod.ts";

const places = { issuer: "https://account.example", publicUrl: "https://skills.example" };
const BUDGET: Budget = { limit: 500, used: 20, resetSeconds: 60 };

const CALLER: Caller = {
  account: "a" as AccountId,
  by: { kind: "key", maker: null, lastFour: "abcd" },
  scopes: new Set(["registry:read"]),
  skills: null,
  spender: "one" as Spender,
  isSuspended: false,
  limits: limitsOf({ plan: "publisher", limits: {} }),
  role: "owner",
  stamps: { items: null, feed: 0 },
};

interface Stage {
  /** Why nobody is let in. */
  readonly refused?: Failure;
  /** Why a call is not counted. */
  readonly over?: Failure;
  /** Why a call comes too soon. */
  readonly hurried?: Failure;
  readonly budget?: Budget;
  readonly status?: number;
}

function stage({ refused, over, hurried, budget = BUDGET, status = 200 }: Stage) {
  const counts = { spent: 0, back: 0 };
  const access: AccountAccess = {
    callerOf: () => Promise.resolve(refused === undefined ? success(CALLER) : failure(refused)),
    catalogCallerOf: () => Promise.reject(new Error("Cannot ask for the catalog here")),
    jobCallerOf: () => Promise.reject(new Error("Cannot ask as a job here")),
    spend: () => {
      counts.spent++;
      return Promise.resolve({ refusal: over ?? null, budget, giveBack: () => void counts.back++ });
    },
    pace: () => hurried ?? null,
    budgetOf: () => Promise.resolve(budget),
  };
  const app = new Hono<{ Variables: AccountVariables }>();
  app.use((context, next) => {
    context.set("identify", () => Promise.resolve({ kind: "nobody" }));
    return next();
  });
  const deps = { access, tellRefusal: createTellAccountRefusal(places) };
  app.get(
    "/read",
    accountOnly(deps, { scope: "registry:read" }),
    (context) => {
      const body = status === 304 ? null : context.get("caller").account;
      return new Response(body, { status });
    },
  );
  app.get(
    "/free",
    accountOnly(deps, { scope: "registry:read", isFree: true }),
    (context) => context.json({}),
  );
  app.post("/write", accountOnly(deps, { scope: "registry:write" }), () => assert.fail("let in"));
  const ask = async (path: string, method = "GET") =>
    await app.request(`${places.publicUrl}${path}`, { method });
  return { ask, counts };
}

Deno.test("a counted answer tells what is left of the day in both forms, and is its account's alone", async () => {
  const { ask, counts } = stage({});
  const { status, headers } = await ask("/read");
  assert.equal(status, 200);
  assert.equal(counts.spent, 1);
  assert.equal(headers.get("ratelimit-limit"), "500");
  assert.equal(headers.get("ratelimit-remaining"), "480");
  assert.equal(headers.get("ratelimit-reset"), "60");
  assert.equal(headers.get("ratelimit-policy"), '"day";q=500;w=86400');
  assert.equal(headers.get("ratelimit"), '"day";r=480;t=60');
  assert.equal(headers.get("cache-control"), "private, no-cache");
  assert.equal(headers.get("vary"), "authorization");
});

Deno.test("an account without a limit is told of none", async () => {
  const { headers } = await stage({ budget: { ...BUDGET, limit: null } }).ask("/read");
  for (const [name] of headers) assert.doesNotMatch(name, /^ratelimit/);
});

Deno.test("a free route and a 304 cost nothing", async () => {
  const free = stage({});
  assert.equal((await free.ask("/free")).headers.get("ratelimit-remaining"), "480");
  assert.equal(free.counts.spent, 0);
  const unchanged = stage({ status: 304 });
  await unchanged.ask("/read");
  assert.deepEqual(unchanged.counts, { spent: 1, back: 1 });
});

Deno.test("a free route is asked for no faster than others", async () => {
  const hurried = { code: "rate.limited", retryAfterSeconds: 2 } as const;
  const { status, headers } = await stage({ hurried }).ask("/free");
  assert.deepEqual([status, headers.get("retry-after")], [429, "2"]);
  assert.equal(
    (await stage({ hurried }).ask("/read")).status,
    200,
    "what is counted is paced where it is counted",
  );
});

Deno.test("over the limit the answer is 429 with the time to wait and the budget", async () => {
  const over = { code: "rate.limited", retryAfterSeconds: 60 } as const;
  const response = await stage({ over, budget: { ...BUDGET, used: 510 } }).ask("/read");
  assert.equal(response.status, 429);
  assert.equal(response.headers.get("retry-after"), "60");
  assert.equal(response.headers.get("ratelimit-remaining"), "0");
  assert.equal((await response.json()).error.code, "rate.limited");
});

Deno.test("who is not let in is told what to ask for, and nothing is counted", async () => {
  const metadata = 'resource_metadata="https://skills.example/.well-known/oauth-protected-resource/api/mcp"';
  const table: readonly (readonly [Failure, number, string | null])[] = [
    [{ code: "auth.required" }, 401, `Bearer ${metadata}, scope="registry:read"`],
    [
      { code: "auth.invalid_token" },
      401,
      `Bearer error="invalid_token", ${metadata}, scope="registry:read"`,
    ],
    [{ code: "account.suspended" }, 403, null],
  ];
  for (const [refused, status, challenge] of table) {
    const { ask, counts } = stage({ refused });
    const response = await ask("/read");
    assert.equal(response.status, status);
    assert.equal(response.headers.get("www-authenticate"), challenge);
    assert.equal(response.headers.get("vary"), "authorization");
    assert.equal(counts.spent, 0);
  }
});

Deno.test("a key that only reads does not write, and is told so", async () => {
  const { ask, counts } = stage({});
  const response = await ask("/write", "POST");
  assert.equal(response.status, 403);
  const challenge = response.headers.get("www-authenticate") ?? "";
  assert.match(
    challenge,
    /^Bearer error="insufficient_scope", error_description="[^"]+", resource_metadata="/,
  );
  assert.match(challenge, /scope="registry:write"$/);
  assert.equal((await response.json()).error.code, "auth.insufficient_scope");
  assert.equal(counts.spent, 0);
});

Deno.test("a challenge leads to the document of the name that was asked, by what was configured", () => {
  const tell = createTellAccountRefusal(places);
  const metadataAt = (url: string) =>
    /resource_metadata="([^"]+)"/.exec(tell({ code: "auth.required" }, url).challenge ?? "")?.[1];
  const base = "/.well-known/oauth-protected-resource";
  assert.equal(metadataAt("https://account.example/"), `https://account.example${base}`);
  assert.equal(metadataAt("https://account.example/api/mcp"), `https://account.example${base}/api/mcp`);
  assert.equal(metadataAt("https://skills.example/api/mcp"), `https://skills.example${base}/api/mcp`);
  assert.equal(metadataAt("https://skills.example/api/v1/library"), `https://skills.example${base}/api/mcp`);
  assert.equal(metadataAt("https://evil.example/api/mcp"), `https://account.example${base}/api/mcp`);
});

Deno.test("where nobody can sign in the challenge leads nowhere", () => {
  const tell = createTellAccountRefusal(null);
  const told = (code: "auth.required" | "auth.invalid_token") =>
    tell({ code }, "https://x/api/mcp").challenge;
  assert.equal(told("auth.required"), "Bearer");
  assert.equal(told("auth.invalid_token"), 'Bearer error="invalid_token"');
});
