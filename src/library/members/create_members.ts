/** Who belongs to an account, and what becomes of who no longer does (docs/design/accounts.md "Members"). */
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Clock } from "../../../contracts/ambient.ts";
import type { PeopleStore, Person } from "../../../contracts/auth/people.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import type {
  Invitation,
  Member,
  MemberProblem,
  MemberStore,
  Role,
} from "../../../contracts/library/members.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { MOST_ACCOUNTS, noteOf } from "../accounts/open_accounts.ts";
import type { CutOff } from "./cut_off.ts";
import { mayAct } from "./role.ts";

export interface MembersDeps {
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly people: PeopleStore;
  /** Hosts where people sign in. */
  readonly signInHosts: ReadonlySet<string>;
  readonly cutOff: CutOff;
  /** Revokes the account's keys that a person made. */
  readonly revokeKeys: (acting: Acting, account: AccountId, maker: PersonId) => Promise<void>;
  readonly clock: Clock;
}

/** An invitation with what the account is called. */
export interface NamedInvitation extends Invitation {
  readonly slug: string;
}

export interface Members {
  /** Null: they do not belong to it. */
  roleOf(account: AccountId, person: PersonId): Promise<Role | null>;
  /** For everybody of the account. */
  list(
    acting: Acting,
    account: AccountId,
  ): Promise<
    Result<{ readonly members: readonly Member[]; readonly invitations: readonly Invitation[] }, Failure>
  >;
  /** By login at a sign-in host, for 14 days; for owners and admins, and an owner by owners. Personal accounts have none. */
  invite(
    acting: Acting,
    account: AccountId,
    to: { readonly host: string; readonly login: string; readonly role: Role },
  ): Promise<Result<Invitation, Failure>>;
  withdraw(acting: Acting, account: AccountId, host: HostKey, login: string): Promise<Result<null, Failure>>;
  /** What a person may accept. */
  invitationsTo(person: Person): Promise<readonly NamedInvitation[]>;
  accept(person: Person, account: AccountId): Promise<Result<Member, Failure>>;
  changeRole(
    acting: Acting,
    account: AccountId,
    person: PersonId,
    role: Role,
  ): Promise<Result<Member, Failure>>;
  /** Everybody may leave. What apps read for who left ends; `keepsKeys`: the keys that they made stay. */
  remove(
    acting: Acting,
    account: AccountId,
    person: PersonId,
    keepsKeys: boolean,
  ): Promise<Result<Member, Failure>>;
}

const HELD_MS = 14 * 86_400_000;
/** Members and invitations of an account together. */
const MOST_MEMBERS = 200;
/** As any host of ours has them. */
const LOGIN = /^[a-z0-9][a-z0-9._-]{0,99}$/;

export function createMembers(deps: MembersDeps): Members {
  const { accounts, members, clock } = deps;

  /** Whether who acts may make somebody a `role`, or end that they are one. */
  async function mayDecide(acting: Acting, account: AccountId, role: Role): Promise<Result<Role, Failure>> {
    return await mayAct(members, acting, account, role === "owner" ? "owner" : "admin");
  }

  async function memberOf(account: AccountId, person: PersonId): Promise<Member | null> {
    return (await members.members(account)).find((member) => member.person === person) ?? null;
  }

  return {
    roleOf: (account, person) => members.roleOf(account, person),

    async list(acting, account) {
      const allowed = await mayAct(members, acting, account, "member");
      if (!allowed.ok) return allowed;
      return success({
        members: await members.members(account),
        invitations: await members.invitations(account),
      });
    },

    async invite(acting, id, { host, login: named, role }) {
      const allowed = await mayDecide(acting, id, role);
      if (!allowed.ok) return allowed;
      const account = await accounts.account(id);
      const login = named.toLowerCase();
      const problem = account === null
        ? "there is no account"
        : problemOf(account, host, login, deps.signInHosts);
      if (problem !== null) return failure({ code: "request.invalid", reason: problem });
      const isIn = (await members.members(id)).some((member) =>
        member.host === host && member.login.toLowerCase() === login
      );
      if (isIn) {
        return failure({ code: "request.invalid", reason: `${login} belongs to the account already` });
      }
      const invitedAt = clock.now();
      const invitation: Invitation = {
        account: id,
        host: host as HostKey,
        login,
        role,
        invitedAt,
        expiresAt: invitedAt + HELD_MS,
      };
      const note = noteOf(acting, "member.invite", `${host}:${login}`, null, role);
      const invited = await members.invite(invitation, MOST_MEMBERS, note);
      return invited.ok ? success(invitation) : told(invited.error);
    },

    async withdraw(acting, account, host, login) {
      const allowed = await mayAct(members, acting, account, "admin");
      if (!allowed.ok) return allowed;
      const called = login.toLowerCase();
      const note = noteOf(acting, "member.withdraw", `${host}:${called}`, null, null);
      return await members.withdraw(account, host, called, note) ? success(null) : told("no_member");
    },

    async invitationsTo({ host, login }) {
      if (host === null) return [];
      const found: NamedInvitation[] = [];
      for (const invitation of await members.invitationsTo(host, login)) {
        const account = await accounts.account(invitation.account);
        if (account?.state.kind === "active") found.push({ ...invitation, slug: account.slug });
      }
      return found;
    },

    async accept(person, account) {
      const acting: Acting = {
        actor: { kind: "person", person: person.id, login: person.login },
        request: null,
      };
      const note = noteOf(acting, "member.join", person.login, null, null);
      const accepted = await members.accept(account, person, MOST_ACCOUNTS, note);
      return accepted.ok ? accepted : told(accepted.error);
    },

    async changeRole(acting, account, person, role) {
      const before = await memberOf(account, person);
      const allowed = await mayDecide(acting, account, before?.role === "owner" ? "owner" : role);
      if (!allowed.ok) return allowed;
      if (before === null) return told("no_member");
      const note = noteOf(acting, "member.role", before.login, before.role, role);
      const changed = await members.changeRole(account, person, role, note);
      return changed.ok ? changed : told(changed.error);
    },

    async remove(acting, account, person, keepsKeys) {
      const before = await memberOf(account, person);
      const isLeaving = acting.actor.kind === "person" && acting.actor.person === person;
      // Who only leaves takes their keys along: otherwise nobody could be kept out who once was in.
      const keeps = keepsKeys && (await mayAct(members, acting, account, "admin")).ok;
      if (!isLeaving) {
        const allowed = await mayDecide(acting, account, before?.role ?? "member");
        if (!allowed.ok) return allowed;
      }
      if (before === null) return told("no_member");
      const isLastOwner = before.role === "owner" &&
        !(await members.members(account)).some((other) => other.role === "owner" && other.person !== person);
      if (isLastOwner) return told("last_owner");
      // Before: whoever is cut off in between finds somebody who still belongs to it, and no key of somebody who does not.
      if (!keeps) await deps.revokeKeys(acting, account, person);
      const note = noteOf(acting, "member.remove", before.login, before.role, null);
      const removed = await members.remove(account, person, false, note);
      if (!removed.ok) return told(removed.error);
      await deps.cutOff(account, person);
      // What they made while they were being removed.
      if (!keeps) await deps.revokeKeys(acting, account, person);
      return removed;
    },
  };
}

/** Why nobody is invited so; null: nothing stands in the way. */
function problemOf(
  { kind, state }: Account,
  host: string,
  login: string,
  signInHosts: ReadonlySet<string>,
): string | null {
  if (kind === "personal") return "a personal account is one person's own: make an organisation";
  if (state.kind !== "active") return "the account is closed for now";
  if (!signInHosts.has(host)) return "nobody signs in at that git host here";
  return LOGIN.test(login) ? null : "that is no login at a git host";
}

function told(problem: MemberProblem): Result<never, Failure> {
  switch (problem) {
    case "no_member":
      return failure({ code: "member.not_found" });
    case "last_owner":
      return failure({
        code: "account.forbidden",
        reason: "an account has an owner at all times",
        hint: "Make somebody else an owner first",
      });
    case "too_many":
      return failure({
        code: "account.forbidden",
        reason: `an account has ${MOST_MEMBERS} members at most, and a person ${MOST_ACCOUNTS} accounts`,
      });
  }
}
