/** The whole server, with a repository that its host shows to some people and one that everyone may see. */
import type { Address } from "../../../contracts/addresses.ts";
import type { StorePorts } from "../../../contracts/store.ts";
import type {
  AccountId,
  Audience,
  Authenticator,
  GrantId,
  PersonId,
} from "../../../contracts/auth/viewer.ts";
import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, success } from "../../../contracts/result.ts";
import { type AddressKeys, createAddressKeys, createPermissions, digestOf } from "../../../src/auth/mod.ts";
import { type TestServer, testServer } from "../../support/test_server.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { message } from "../mcp.ts";

export const ORIGIN = "http://127.0.0.1";
export const SECRET = "/local/acme/secret";
export const MISSING = "/local/acme/missing";
export const PUBLIC = "/local/acme/library";
/** What no answer to a stranger may hold. */
export const WORD = "walrus";

export const TTL_SECONDS = 60;

const SKILL = `---\nname: walrus\ndescription: Keep the walrus.\n---\nFeed the walrus.\n`;

function nameOf({ host, owner, repo, path }: Address): string {
  return `/${host}/${owner}/${repo}${path === "" ? "" : `/${path}`}`;
}

export interface PrivateServer extends TestServer {
  readonly clock: ReturnType<typeof manualClock>;
  /** Whom the host shows the secret repository; a test takes them out. */
  readonly allowed: Set<string>;
  trouble: HostFailure | null;
  /** How often the host was asked for a person. */
  readonly asked: { count: number };
  /** Keys of people the host shows the secret repository. */
  keys: AddressKeys;
  /** An MCP request, of the earlier era, with or without a token. */
  mcp(address: string, method: string, params?: Record<string, unknown>, token?: string): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

/** A token `ot_<person>@<address>` is good for that address, and `ses-<person>` is a session. */
const authenticate: Authenticator = ({ bearer, session }) => {
  const account = "1" as AccountId;
  if (bearer !== null) {
    const [, person, address] = /^ot_(ada|bob)@(.+)$/.exec(bearer) ?? [];
    if (person === undefined) return Promise.resolve(failure({ code: "auth.invalid_token" }));
    return Promise.resolve(success({
      kind: "access_token",
      person: person as PersonId,
      account,
      grant: "1" as GrantId,
      audience: `${ORIGIN}${address}` as Audience,
      scopes: new Set(["repo:read"] as const),
    }));
  }
  const person = /^ses-(ada|bob)$/.exec(session ?? "")?.[1];
  return Promise.resolve(success(
    person === undefined
      ? { kind: "nobody" }
      : { kind: "person", person: person as PersonId, session: digestOf(session ?? "") },
  ));
};

export function tokenFor(person: string, address: string): string {
  return `ot_${person}@${address}`;
}

export async function privateServer(
  { challenges = true, ttlSeconds = TTL_SECONDS } = {},
): Promise<PrivateServer> {
  const clock = manualClock();
  const allowed = new Set(["ada"]);
  const asked = { count: 0 };
  const self = { trouble: null as HostFailure | null, keys: null as AddressKeys | null };
  const keysOf = (store: Pick<StorePorts, "addressKeys">): AddressKeys =>
    self.keys ??= createAddressKeys({
      keys: store.addressKeys,
      mayOpen: (maker) =>
        Promise.resolve(allowed.has(maker ?? "") ? success(null) : failure({ code: "mount.repo_not_found" })),
      audienceOf: (address) => `${ORIGIN}${nameOf(address)}` as Audience,
      nameOf,
      clock,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    });
  const server = await testServer({
    clock,
    files: {
      "acme/secret/walrus/SKILL.md": SKILL,
      "acme/library/plain/SKILL.md": "---\nname: plain\ndescription: Plain.\n---\nPlain.\n",
    },
    closed: ["acme/secret"],
    environment: { INDEX_WAIT_MS: "0" },
    authorization: (store, clock) => ({
      authenticate: async (credentials) => {
        const holder = await keysOf(store).holderOf(credentials.bearer ?? "");
        return holder === null ? await authenticate(credentials) : success(holder);
      },
      permissions: createPermissions({
        permissions: store.permissionStore,
        invalidations: store.invalidations,
        credentialOf: (person) =>
          Promise.resolve(self.trouble !== null ? failure(self.trouble) : success({ token: person })),
        clock,
        ttlSeconds,
      }),
      issuer: "http://localhost",
      publicUrl: ORIGIN,
      challenges,
      serverMetadata: { issuer: "http://localhost" },
    }),
    shownTo: (person) => {
      asked.count++;
      return allowed.has(person);
    },
  });
  return {
    ...server,
    clock,
    allowed,
    asked,
    get keys() {
      if (self.keys === null) throw new Error("Cannot give keys: nobody asked the server yet");
      return self.keys;
    },
    get trouble() {
      return self.trouble;
    },
    set trouble(trouble) {
      self.trouble = trouble;
    },
    mcp(address, method, params = {}, token) {
      const request = message("legacy", ORIGIN + address, { method, params });
      if (token !== undefined) request.headers.set("authorization", `Bearer ${token}`);
      return server.fetch(request);
    },
    get: (path, headers = {}) => server.fetch(new Request(ORIGIN + path, { headers })),
  };
}
