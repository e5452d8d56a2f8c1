import type { HostKey } from "../../../contracts/addresses.ts";
import type { Person } from "../../../contracts/auth/people.ts";
import { PERSON_RECORD } from "../../../contracts/auth/people_records.ts";
import type { AccountId, PersonId } from "../../../contracts/auth/viewer.ts";
import { INVITATION_RECORD, MEMBER_RECORD } from "../../../contracts/library/account_records.ts";
import type {
  Invitation,
  Member,
  MemberProblem,
  MemberStore,
  Role,
} from "../../../contracts/library/members.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { personKey } from "../authorization/keys.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, getEach, type KvDeps, readRow } from "../kv.ts";
import {
  invitationKey,
  invitationsKey,
  invitedKey,
  invitedToKey,
  memberKey,
  membersKey,
  memberStampKey,
} from "./account_keys.ts";
import type { AuditRows } from "./audit_rows.ts";
import { roleIn } from "./role_in.ts";

/** A row tidies itself up this long after it has run out: what decides is the time in the row. */
const TIDY_MS = 60_000;

/** Commits what is built on an operation. False: somebody of the account changed meanwhile. */
type Write = (build: (operation: Deno.AtomicOperation) => Deno.AtomicOperation) => Promise<boolean>;

export function createMemberStore(deps: KvDeps & { readonly audit: AuditRows }): MemberStore {
  const { kv, clock, audit } = deps;

  async function members(account: AccountId): Promise<readonly Member[]> {
    const found: Member[] = [];
    for await (const { value } of kv.list({ prefix: membersKey(account) })) {
      const { data } = MEMBER_RECORD.safeParse(value);
      if (data !== undefined) found.push(data);
    }
    return found.sort((one, other) => one.since - other.since);
  }

  function holding(value: unknown): Invitation | null {
    const { data } = INVITATION_RECORD.safeParse(value);
    return data !== undefined && clock.now() < data.expiresAt ? data : null;
  }

  async function invitations(account: AccountId): Promise<readonly Invitation[]> {
    const found: Invitation[] = [];
    for await (const { value } of kv.list({ prefix: invitationsKey(account) })) {
      const invitation = holding(value);
      if (invitation !== null) found.push(invitation);
    }
    return found;
  }

  /** What `attempt` gives, which commits on the condition that nobody of the account changed since it began to read. */
  async function change<Value>(
    account: AccountId,
    attempt: (write: Write) => Promise<Value | typeof CHANGED>,
  ) {
    return await compareAndSet<Value>("change the members of an account", async () => {
      const stamp = await kv.get(memberStampKey(account));
      const id = deps.newId();
      return await attempt((build) =>
        commit(
          deps,
          () => build(kv.atomic().check(stamp).set(stamp.key, id)),
          async () => (await kv.get(stamp.key)).value === id,
        )
      );
    });
  }

  /** The rows of somebody who belongs to an account, and whether it has another owner. */
  async function standing(account: AccountId, person: PersonId) {
    const known = await readRow(kv, personKey(person), PERSON_RECORD);
    const row = await readRow(kv, memberKey(account, person), MEMBER_RECORD);
    const hasOtherOwner = (await members(account)).some((member) =>
      member.role === "owner" && member.person !== person
    );
    return { known, row, hasOtherOwner };
  }

  function memberOf(person: Person, role: Role): Member {
    const { id, login, host } = person;
    return { person: id, login, host, role, since: clock.now() };
  }

  async function roleOf(account: AccountId, person: PersonId): Promise<Role | null> {
    const [known, row] = await Array.fromAsync(getEach(kv, [personKey(person), memberKey(account, person)]));
    return roleIn(account, known, row);
  }

  return {
    roleOf,
    members,
    invitations,

    async invitationsTo(host, login) {
      const accounts: AccountId[] = [];
      const called = login.toLowerCase();
      for await (const { key } of kv.list({ prefix: invitedToKey(host, called) })) {
        accounts.push(key[3] as AccountId);
      }
      const rows = await Array.fromAsync(
        getEach(kv, accounts.map((account) => invitationKey(account, host, called))),
      );
      return rows.flatMap(({ value }) => holding(value) ?? []);
    },

    async invite(invitation, most, note) {
      const { account, host, login } = invitation;
      const told = audit.row(account, note);
      return await change<Result<null, MemberProblem>>(account, async (write) => {
        const invited = await invitations(account);
        const others = invited.filter((other) => other.host !== host || other.login !== login);
        if ((await members(account)).length + others.length >= most) return failure("too_many");
        const expireIn = Math.max(0, invitation.expiresAt - clock.now()) + TIDY_MS;
        const isWritten = await write((operation) =>
          told(operation)
            .set(invitationKey(account, host, login), invitation, { expireIn })
            .set(invitedKey(host, login, account), true, { expireIn })
        );
        return isWritten ? success(null) : CHANGED;
      });
    },

    async withdraw(account, host, login, note) {
      const told = audit.row(account, note);
      return await change<boolean>(account, async (write) => {
        const row = await readRow(kv, invitationKey(account, host, login), INVITATION_RECORD);
        if (row.value === null) return false;
        const isWritten = await write((operation) =>
          told(operation).delete(row.key).delete(invitedKey(host, login, account))
        );
        return isWritten ? true : CHANGED;
      });
    },

    async forgetInvitations(account) {
      for await (const { key } of kv.list({ prefix: invitationsKey(account) })) {
        const [host, login] = [key[3] as HostKey, String(key[4])];
        await commit(deps, () => kv.atomic().delete(key).delete(invitedKey(host, login, account)));
      }
    },

    async accept(account, person, mostAccounts, note) {
      const { host } = person;
      const login = person.login.toLowerCase();
      if (host === null) return failure("no_member");
      const told = audit.row(account, note);
      return await change<Result<Member, MemberProblem>>(account, async (write) => {
        const row = await readRow(kv, invitationKey(account, host, login), INVITATION_RECORD);
        const invitation = holding(row.value);
        if (invitation === null) return failure("no_member");
        const known = await readRow(kv, personKey(person.id), PERSON_RECORD);
        const accounts = known.value?.accounts ?? [];
        if (!accounts.includes(account) && accounts.length >= mostAccounts) return failure("too_many");
        const before = await readRow(kv, memberKey(account, person.id), MEMBER_RECORD);
        // Who belongs to it already stays what they are.
        const member = before.value ?? memberOf(person, invitation.role);
        const isWritten = await write((operation) =>
          told(operation)
            .check(row)
            .check(known)
            .set(known.key, { ...person, accounts: [...new Set([...accounts, account])] })
            .set(memberKey(account, person.id), member)
            .delete(row.key)
            .delete(invitedKey(host, login, account))
        );
        return isWritten ? success(member) : CHANGED;
      });
    },

    async join(account, person, role, note) {
      const told = audit.row(account, note);
      return await change<Person>(account, async (write) => {
        const known = await readRow(kv, personKey(person.id), PERSON_RECORD);
        const row = await readRow(kv, memberKey(account, person.id), MEMBER_RECORD);
        const accounts = known.value?.accounts ?? [];
        if (row.value !== null && known.value !== null && accounts.includes(account)) return known.value;
        const joined: Person = { ...person, accounts: [...new Set([...accounts, account])] };
        const isWritten = await write((operation) =>
          told(operation)
            .check(known)
            .set(known.key, joined)
            .set(memberKey(account, person.id), memberOf(person, role))
        );
        return isWritten ? joined : CHANGED;
      });
    },

    async changeRole(account, person, role, note) {
      const told = audit.row(account, note);
      return await change<Result<Member, MemberProblem>>(account, async (write) => {
        const { row, hasOtherOwner } = await standing(account, person);
        if (row.value === null) return failure("no_member");
        if (row.value.role === "owner" && role !== "owner" && !hasOtherOwner) return failure("last_owner");
        const changed: Member = { ...row.value, role };
        const isWritten = await write((operation) => told(operation).check(row).set(row.key, changed));
        return isWritten ? success(changed) : CHANGED;
      });
    },

    async remove(account, person, evenLast, note) {
      const told = audit.row(account, note);
      return await change<Result<Member, MemberProblem>>(account, async (write) => {
        const { known, row, hasOtherOwner } = await standing(account, person);
        if (row.value === null) return failure("no_member");
        if (!evenLast && row.value.role === "owner" && !hasOtherOwner) return failure("last_owner");
        const { value } = known;
        const isWritten = await write((operation) => {
          const removed = told(operation).check(known).check(row).delete(row.key);
          if (value === null) return removed;
          const accounts = value.accounts.filter((id) => id !== account);
          return removed.set(known.key, { ...value, accounts });
        });
        return isWritten ? success(row.value) : CHANGED;
      });
    },
  };
}
