/** The whole server, and accounts with skills and keys in the store that it shares with another process. */
import assert from "node:assert/strict";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import type { AccountKeys, NewAccountKey } from "../../../contracts/library/keys.ts";
import type { PlanLimits } from "../../../contracts/library/plans.ts";
import { createAccountKeys } from "../../../src/auth/mod.ts";
import { createStandingOf } from "../../../src/library/mod.ts";
import { OPERATOR } from "../../support/library/accounts.ts";
import { libraryOn, type LibraryStage, type TestClock } from "../../support/library/library.ts";
import { type TestServer, testServer, type TestServerOptions } from "../../support/test_server.ts";
import { type Era, message } from "../mcp.ts";

export const HOST = "https://skills.example";
export const ACCOUNT_HOST = "https://mcp.skills.example";
export const ENDPOINT = `${HOST}/api/mcp`;

export interface RpcOptions {
  readonly token?: string;
  readonly era?: Era;
  readonly url?: string;
}

export interface AccountServer extends LibraryStage, AsyncDisposable {
  readonly server: TestServer;
  readonly keys: AccountKeys;
  key(author: LibraryAuthor, asked?: Partial<NewAccountKey>): Promise<string>;
  /** What the operator says of a limit. */
  limit(author: LibraryAuthor, limits: Partial<PlanLimits>): Promise<void>;
  rpc(method: string, params: Readonly<Record<string, unknown>>, options?: RpcOptions): Promise<Response>;
  /** Calls a tool with good credentials, and gives its one text. */
  call(
    token: string,
    name: string,
    args?: Readonly<Record<string, unknown>>,
    era?: Era,
  ): Promise<{ readonly text: string; readonly isError: boolean; readonly meta: Record<string, unknown> }>;
}

export async function accountServer(
  kv: Deno.Kv,
  clock: TestClock,
  { environment = {}, hosts = [] }: Pick<TestServerOptions, "environment" | "hosts"> = {},
): Promise<AccountServer> {
  const stage = libraryOn(kv, { clock });
  const server = await testServer({
    kv,
    clock,
    mode: "start",
    hosts,
    environment: {
      PUBLIC_URL: HOST,
      ACCOUNT_HOST: new URL(ACCOUNT_HOST).host,
      BLOCKED_FILE_TYPES: "exe",
      ...environment,
    },
  });
  const keys = createAccountKeys({
    keys: stage.store.accountKeys,
    standingOf: createStandingOf(stage.store),
    clock,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  });
  const self: AccountServer = {
    ...stage,
    server,
    keys,
    async key({ account }, asked = {}) {
      const usual = { kind: "account", account, label: "", writes: false, skills: null, days: null } as const;
      const made = await keys.make(OPERATOR, { ...usual, ...asked });
      assert(made.ok, JSON.stringify(made));
      return made.value;
    },
    async limit({ account }, limits) {
      const note = { ...OPERATOR, action: "account.limit", target: "", before: null, after: null } as const;
      await stage.store.accounts.update(account, (row) => ({ ...row, limits }), note);
    },
    rpc(method, params, { token, era = "legacy", url = ENDPOINT } = {}) {
      // The clock stands still, and nobody asks faster than they may.
      clock.advance(50);
      const request = message(era, url, { method, params });
      if (token !== undefined) request.headers.set("authorization", `Bearer ${token}`);
      return server.fetch(request);
    },
    async call(token, name, args = {}, era = "legacy") {
      const response = await self.rpc("tools/call", { name, arguments: args }, { token, era });
      assert.equal(response.status, 200);
      const { result } = await response.json();
      assert.equal(result.content.length, 1);
      assert.equal(result.content[0].type, "text");
      assert.equal("structuredContent" in result, false);
      return { text: result.content[0].text, isError: result.isError ?? false, meta: result._meta ?? {} };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return self;
}
