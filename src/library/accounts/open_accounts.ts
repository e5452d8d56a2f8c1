/** How accounts come to be, and what they are called (docs/design/accounts.md "Slugs"). */
import type { Clock, NewId } from "../../../contracts/ambient.ts";
import type { PeopleStore, Person } from "../../../contracts/auth/people.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account, AccountStore, FoundAccount, Slug } from "../../../contracts/library/accounts.ts";
import type { Acting, AuditNote } from "../../../contracts/library/audit.ts";
import type { NameOwner } from "../../../contracts/auth/sign_in.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import { failure, type Result } from "../../../contracts/result.ts";
import { mayAct } from "../members/role.ts";
import { closed, invalidSlug, NO_ACCOUNT, slugTaken } from "./_failures.ts";
import { claimOf, isKept, parseSlug, slugsFor } from "./slug.ts";

/** Whose a name is at the hosts where people sign in. `unknown`: one that may know it cannot be asked now. */
export type OwnerOf = (slug: Slug, person: Omit<Person, "accounts">) => Promise<NameOwner | "unknown">;

export interface OpenAccountsDeps {
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly people: PeopleStore;
  /** Keys of git hosts, which are no names. */
  readonly hostKeys: ReadonlySet<string>;
  readonly ownerOf: OwnerOf;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface OpenAccounts {
  account(id: AccountId): Promise<Account | null>;
  /** By a name in any case of letters, also one from before a rename. */
  find(name: string): Promise<FoundAccount | null>;
  /** Whom a sign-in host knows, as of now: with a personal account from the first time on. */
  signedIn(person: Omit<Person, "accounts">): Promise<Person>;
  /** Whoever uses a link that the operator made for an account is an owner of it. */
  joinByLink(account: Account, person: Omit<Person, "accounts">): Promise<Person>;
  /**
   * An organisation; `founder` owns it, null: the operator makes it, and nobody belongs to it yet. Fails with
   * `request.invalid`, `name.taken` or `account.forbidden`.
   */
  open(
    acting: Acting,
    name: string,
    options: { readonly founder: Person | null; readonly mayLookAlike?: boolean },
  ): Promise<Result<Account, Failure>>;
  /** For owners. Fails as `open` does, or with `account.not_found`. */
  rename(
    acting: Acting,
    id: AccountId,
    name: string,
    options?: { readonly mayLookAlike?: boolean },
  ): Promise<Result<Account, Failure>>;
}

/** Accounts that one person belongs to. */
export const MOST_ACCOUNTS = 50;
/** Each rename keeps a name for good, so that nobody collects them. */
const MOST_ALIASES = 5;

export function createOpenAccounts(deps: OpenAccountsDeps): OpenAccounts {
  const { accounts, members, people, hostKeys, clock } = deps;

  function accountCalled(slug: Slug, kind: Account["kind"]): Account {
    return {
      id: newAccountId(deps.newId()),
      slug,
      aliases: [],
      kind,
      plan: "publisher",
      limits: {},
      verified: false,
      state: { kind: "active" },
      exportedAt: null,
      createdAt: clock.now(),
    };
  }

  /** The slug that a name is, if it may be had as far as no store decides. */
  async function chosen(
    acting: Acting,
    name: string,
    founder: Omit<Person, "accounts"> | null,
  ): Promise<Result<Slug, Failure>> {
    const slug = parseSlug(name);
    if (!slug.ok) return invalidSlug(name, slug.error);
    if (isKept(slug.value, hostKeys)) {
      return slugTaken(slug.value, { reason: "reserved", holder: slug.value });
    }
    if (acting.actor.kind === "operator" || founder === null) return slug;
    switch (await deps.ownerOf(slug.value, founder)) {
      case "nobody":
      case "theirs":
        return slug;
      case "others":
        return failure({
          code: "name.taken",
          reason: `"${slug.value}" is somebody's at a git host where people sign in`,
          hint: "Sign in as them, as an owner of the organisation, or choose another",
        });
      case "unknown":
        return failure({
          code: "mount.unavailable",
          reason: `whose "${slug.value}" is cannot be asked now`,
          hint: "Try again in a minute",
        });
    }
  }

  return {
    async account(id) {
      const account = await accounts.account(id);
      return account?.state.kind === "gone" ? null : account;
    },

    async find(name) {
      const slug = parseSlug(name);
      const found = slug.ok ? await accounts.bySlug(slug.value) : null;
      return found?.account.state.kind === "gone" ? null : found;
    },

    async signedIn(person) {
      const before = await people.person(person.id);
      if (before !== null && before.accounts.length > 0) {
        return await people.savePerson({ ...person, accounts: before.accounts });
      }
      const acting: Acting = {
        actor: { kind: "person", person: person.id, login: person.login },
        request: null,
      };
      let isFirst = true;
      for (const slug of slugsFor(person.login)) {
        // A number behind a login is ours, so that hosts are asked about the login alone.
        const isTheirs = !isFirst || await mayBeNamed(slug, person);
        isFirst = false;
        if (!isTheirs || isKept(slug, hostKeys)) continue;
        const account = accountCalled(slug, "personal");
        const made = await accounts.create(
          account,
          claimOf(slug),
          { ...person, accounts: [] },
          noteOf(acting, "account.create", slug, null, slug),
        );
        if (made.ok) return { ...person, accounts: [account.id] };
        // They signed in twice at once.
        if (made.error === "has_own") return await people.savePerson({ ...person, accounts: [] });
      }
      throw new Error("Cannot make an account: every name that fits is taken");
    },

    async joinByLink(account, person) {
      const acting: Acting = { actor: { kind: "operator" }, request: null };
      const note = noteOf(acting, "member.join", person.login, null, "owner");
      return await members.join(account.id, { ...person, accounts: [account.id] }, "owner", note);
    },

    async open(acting, name, { founder, mayLookAlike = false }) {
      if (founder !== null && founder.accounts.length >= MOST_ACCOUNTS) {
        const reason = `nobody belongs to more than ${MOST_ACCOUNTS} accounts`;
        return failure({ code: "account.forbidden", reason });
      }
      const slug = await chosen(acting, name, founder);
      if (!slug.ok) return slug;
      const account = accountCalled(slug.value, "organisation");
      const made = await accounts.create(
        account,
        claimOf(slug.value, mayLookAlike),
        founder,
        noteOf(acting, "account.create", slug.value, null, slug.value),
      );
      if (made.ok) return made;
      if (made.error === "has_own") {
        throw new TypeError("Cannot refuse an organisation for a personal account");
      }
      return slugTaken(slug.value, made.error);
    },

    async rename(acting, id, name, { mayLookAlike = false } = {}) {
      const allowed = await mayAct(members, acting, id, "owner");
      if (!allowed.ok) return allowed;
      const before = await accounts.account(id);
      if (before === null) return NO_ACCOUNT;
      const { actor } = acting;
      if (before.state.kind !== "active" && actor.kind !== "operator") return closed(before);
      const person = actor.kind === "person" ? await people.person(actor.person) : null;
      const slug = await chosen(acting, name, person);
      if (!slug.ok) return slug;
      const most = actor.kind === "operator" ? Infinity : MOST_ALIASES;
      const note = noteOf(acting, "account.rename", before.slug, before.slug, slug.value);
      const renamed = await accounts.rename(id, claimOf(slug.value, mayLookAlike), most, note);
      if (renamed === null) return NO_ACCOUNT;
      if (renamed.ok) return renamed;
      if (renamed.error !== "too_many") return slugTaken(slug.value, renamed.error);
      const reason = `an account was called otherwise ${MOST_ALIASES} times at most`;
      return failure({ code: "account.forbidden", reason, hint: "Ask the operator" });
    },
  };

  async function mayBeNamed(slug: Slug, person: Omit<Person, "accounts">): Promise<boolean> {
    const owner = await deps.ownerOf(slug, person);
    return owner === "nobody" || owner === "theirs";
  }
}

export function noteOf(
  acting: Acting,
  action: AuditNote["action"],
  target: string,
  before: string | null,
  after: string | null,
): AuditNote {
  return { ...acting, action, target, before, after };
}

function newAccountId(text: string): AccountId {
  return text as AccountId;
}
