/** The whole server over a store in which the operator made accounts and keys, and a client that acts for one of them. */
import assert from "node:assert/strict";
import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";
import type { AccountKeys } from "../../../contracts/library/keys.ts";
import type { Moderation } from "../../../contracts/library/library.ts";
import type { LimitName, Plan } from "../../../contracts/library/plans.ts";
import { createAccountKeys } from "../../../src/auth/mod.ts";
import { createAccounts, createModeration, createStandingOf } from "../../../src/library/mod.ts";
import { createSearchIndex } from "../../../src/search/mod.ts";
import { openStore, type Store } from "../../../src/store/mod.ts";
import { type RestAnswer, type RestClient, restClient } from "../../surface/rest.ts";
import { type TestServer, testServer } from "../test_server.ts";
import { OPERATOR } from "./accounts.ts";
import { DAY_MS } from "./library.ts";

/** A client of the REST API that shows one key with all that it asks. */
export interface KeyClient {
  readonly key: string;
  send(
    method: string,
    path: string,
    body?: RequestInit["body"],
    headers?: Record<string, string>,
  ): Promise<RestAnswer>;
  get(path: string, headers?: Record<string, string>): Promise<RestAnswer>;
  json(method: string, path: string, value: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  /** `POST /library` with files, or any other route of a form. */
  publish(
    files: Readonly<Record<string, string | Uint8Array>>,
    fields?: Readonly<Record<string, string>>,
    path?: string,
    headers?: Record<string, string>,
  ): Promise<RestAnswer>;
}

export interface ServedAccount {
  readonly id: AccountId;
  readonly slug: string;
  /** A client with a new key. `writes` true when left out; `maker`: whoever may do no more than they. */
  client(
    key?: { readonly writes?: boolean; readonly skills?: readonly string[]; readonly maker?: PersonId },
  ): Promise<KeyClient>;
}

export interface LibraryServer extends AsyncDisposable {
  readonly server: TestServer;
  readonly rest: RestClient;
  readonly store: Store;
  readonly keys: AccountKeys;
  readonly moderation: Moderation;
  /** A new one that is older than a day. */
  account(slug: string, plan?: Plan): Promise<ServedAccount>;
  /** By the operator's word. */
  limit(account: ServedAccount, name: LimitName, value: number): Promise<void>;
}

export const PATH = "/api/v1/library";

export async function libraryServer(
  options: {
    readonly kv?: Deno.Kv;
    readonly clock?: Clock;
    readonly environment?: Readonly<Record<string, string>>;
    readonly hasSecret?: boolean;
    /** Repositories of the local host that not everybody may see. */
    readonly closed?: readonly string[];
  } = {},
): Promise<LibraryServer> {
  const { environment = {}, hasSecret = true, closed = [] } = options;
  const kv = options.kv ?? await Deno.openKv(":memory:");
  const clock: Clock = options.clock ?? { now: () => Date.now(), sleep: () => Promise.resolve() };
  const server = await testServer({
    kv,
    environment,
    hasSecret,
    closed,
    ...(options.clock && { clock: options.clock }),
  });
  const rest = await restClient(server);
  const search = createSearchIndex();
  const newId = () => crypto.randomUUID();
  const store = openStore({
    kv,
    clock,
    newId,
    log: () => {},
    openIndex: search.open,
    cacheBytes: 1024 * 1024,
  });
  const accounts = createAccounts({
    ...store,
    hostKeys: new Set(["gh"]),
    ownerOf: () => Promise.resolve("nobody"),
    cutOff: () => Promise.resolve(),
    endings: [],
    settleInstalls: () => Promise.resolve(),
    clock: { ...clock, now: () => clock.now() - 2 * DAY_MS },
    newId,
  });
  const keys = createAccountKeys({
    keys: store.accountKeys,
    standingOf: createStandingOf(store),
    clock,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  return {
    server,
    rest,
    store,
    keys,
    moderation: createModeration({ ...store, clock, newId }),
    async account(slug, plan = "team") {
      const made = await accounts.open(OPERATOR, slug, { founder: null });
      assert(made.ok);
      const { id } = made.value;
      await accounts.setPlan(id, plan);
      return {
        id,
        slug,
        async client({ writes = true, skills, maker } = {}) {
          const acting = maker === undefined
            ? OPERATOR
            : { actor: { kind: "person" as const, person: maker, login: "bob" }, request: null };
          const key = await keys.make(acting, {
            kind: "account",
            account: id,
            label: "",
            writes,
            skills: skills?.map((name) => `${id}/${name}`) ?? null,
            days: null,
          });
          assert(key.ok, JSON.stringify(key));
          return keyClient(rest, key.value);
        },
      };
    },
    async limit({ id }, name, value) {
      const set = await accounts.setLimit(id, name, value);
      assert(set.ok, JSON.stringify(set));
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      if (options.kv === undefined) kv.close();
    },
  };
}

function keyClient(rest: RestClient, key: string): KeyClient {
  const authorization = `Bearer ${key}`;
  const send: KeyClient["send"] = (method, path, body, headers = {}) =>
    rest.send(method, path, { authorization, ...headers }, body);
  return {
    key,
    send,
    get: (path, headers) => send("GET", path, null, headers),
    json: (method, path, value, headers) =>
      send(method, path, JSON.stringify(value), { "content-type": "application/json", ...headers }),
    publish(files, fields = {}, path = PATH, headers) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const [name, content] of Object.entries(files)) {
        form.append(
          "files",
          new File([typeof content === "string" ? content : new Uint8Array(content)], name),
        );
      }
      return send("POST", path, form, headers);
    },
  };
}

/** A skill of two files, which says so much in its front matter. */
export function skillOf(name: string, front = "", body = "Do it.\n"): Readonly<Record<string, string>> {
  return {
    "SKILL.md": `---\nname: ${name}\ndescription: Does what ${name} does.\n${front}---\n${body}`,
    "references/style.md": `# Style of ${name}\n`,
  };
}
