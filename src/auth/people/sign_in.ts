/**
 * Signing in: at a git host, or by a link that the operator made. Either way it ends in a session that is new,
 * so that nobody can be given one to sign in with.
 */
import { Buffer } from "node:buffer";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Person, SessionStore } from "../../../contracts/auth/people.ts";
import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { HostPerson, HostTokens, SignInHost } from "../../../contracts/auth/sign_in.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";
import type { Account, FoundAccount } from "../../../contracts/library/accounts.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { digestOf, newSecret, type RandomBytes } from "../secrets.ts";
import { linkPerson, personAt } from "./person_id.ts";
import { returnPath } from "./return_path.ts";

/** The accounts of who signs in. */
export interface SignInAccounts {
  account(id: AccountId): Promise<Account | null>;
  find(name: string): Promise<FoundAccount | null>;
  /** Whom a host knows, as of now: with an account of their own from the first time on. */
  signedIn(person: Omit<Person, "accounts">): Promise<Person>;
  /** Whoever uses a link for an account belongs to it. */
  joinByLink(account: Account, person: Omit<Person, "accounts">): Promise<Person>;
}

export interface SignInDeps {
  readonly accounts: SignInAccounts;
  readonly sessions: SessionStore;
  readonly hosts: ReadonlyMap<HostKey, SignInHost>;
  /** Who may sign in, such as `gh:login` or `gh:organisation/*`; empty: everyone. */
  readonly allowed: readonly string[];
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Keeps what asks at the host on behalf of a person who signed in. */
  readonly keepTokens: (person: PersonId, tokens: HostTokens) => Promise<void>;
}

/** `state`: the browser that came back is not the one that left, or took too long. */
export type SignInProblem = "unknown_host" | "state" | "refused" | "unavailable" | "not_allowed" | "link";

export interface SignedIn {
  /** The value of the session cookie. */
  readonly session: string;
  readonly returnTo: string;
}

export interface SignIn {
  /** A name for a browser, which it keeps to itself. */
  newBrowser(): string;
  /** `browser` is brought back with the answer. One browser may have begun several times. */
  begin(
    host: string,
    returnTo: string | null,
    callback: string,
    browser: string,
  ): Promise<Result<URL, SignInProblem>>;
  finish(
    host: string,
    browser: string | null,
    query: URLSearchParams,
  ): Promise<Result<SignedIn, SignInProblem>>;
  /** For an account by its name; null: there is none. */
  makeLink(name: string): Promise<string | null>;
  /** The account that a link is for, while it works. */
  accountOfLink(link: string): Promise<Account | null>;
  /** `returnTo`: where the browser was on its way to; null: nowhere. */
  useLink(link: string, returnTo: string | null): Promise<Result<SignedIn, SignInProblem>>;
}

const BEGUN_MS = 10 * 60_000;
const LINK_MS = 60 * 60_000;
const STATE_BYTES = 32;

export function createSignIn(deps: SignInDeps): SignIn {
  const { accounts, sessions, hosts, clock, randomBytes } = deps;

  const random = () => Buffer.from(randomBytes(STATE_BYTES)).toString("base64url");

  async function startSession(person: PersonId, returnTo: string): Promise<Result<SignedIn, SignInProblem>> {
    const session = random();
    const now = clock.now();
    await sessions.start(digestOf(session), { person, startedAt: now, seenAt: now });
    return success({ session, returnTo });
  }

  async function isAllowed(
    { host, login }: HostPerson,
    tokens: HostTokens,
  ): Promise<Result<boolean, SignInProblem>> {
    if (deps.allowed.length === 0) return success(true);
    const known = `${host}:${login}`.toLowerCase();
    if (deps.allowed.some((entry) => entry.toLowerCase() === known)) return success(true);
    for (const entry of deps.allowed) {
      const organisation = entry.startsWith(`${host}:`) && entry.endsWith("/*")
        ? entry.slice(host.length + 1, -2)
        : null;
      if (organisation === null) continue;
      const member = await hosts.get(host)?.isMember(tokens, organisation);
      if (member === undefined || !member.ok) return failure("unavailable");
      if (member.value) return success(true);
    }
    return success(false);
  }

  return {
    newBrowser: random,

    async begin(key, returnTo, callback, browser) {
      const host = hosts.get(key as HostKey);
      if (host === undefined) return failure("unknown_host");
      const begun = { state: random(), verifier: random(), redirectUri: callback };
      await sessions.begin(begunDigest(browser, begun.state), {
        ...begun,
        host: host.key,
        returnTo: returnPath(returnTo),
        expiresAt: clock.now() + BEGUN_MS,
      });
      return success(await host.begin(begun));
    },

    async finish(key, browser, query) {
      const host = hosts.get(key as HostKey);
      if (host === undefined) return failure("unknown_host");
      const state = query.get("state");
      const begun = browser === null || state === null
        ? null
        : await sessions.takeBegun(begunDigest(browser, state));
      if (begun === null || begun.host !== host.key) return failure("state");
      const finished = await host.finish(query, begun);
      if (!finished.ok) return finished;
      const { person, tokens } = finished.value;
      const allowed = await isAllowed(person, tokens);
      if (!allowed.ok) return allowed;
      if (!allowed.value) return failure("not_allowed");
      const { host: at, id: known, login } = person;
      const id = personAt(at, known);
      // What asks for them has to be there where a name is looked for that is theirs.
      await deps.keepTokens(id, tokens);
      await accounts.signedIn({ id, host: at, login });
      return await startSession(id, begun.returnTo);
    },

    async makeLink(name) {
      const found = await accounts.find(name);
      if (found === null) return null;
      const link = newSecret("li_", randomBytes);
      await sessions.saveLink(digestOf(link), {
        account: found.account.id,
        expiresAt: clock.now() + LINK_MS,
      });
      return link;
    },

    async accountOfLink(link) {
      const found = await sessions.link(digestOf(link));
      return found === null ? null : await accounts.account(found.account);
    },

    async useLink(link, returnTo) {
      const taken = await sessions.takeLink(digestOf(link));
      const account = taken === null ? null : await accounts.account(taken.account);
      if (account === null) return failure("link");
      const id = linkPerson(account.id);
      await accounts.joinByLink(account, { id, host: null, login: account.slug });
      return await startSession(id, returnTo === null ? "/account" : returnPath(returnTo));
    },
  };
}

/** Found by the browser that began, with the state that it left with. */
function begunDigest(browser: string, state: string): SecretDigest {
  return digestOf(`${browser} ${state}`);
}
