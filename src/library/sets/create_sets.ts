import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountId, Asker, Audience } from "../../../contracts/auth/viewer.ts";
import type { Diagnostic } from "../../../contracts/domain.ts";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import type { AccountAccess, Caller } from "../../../contracts/library/access.ts";
import type { Account, AccountStore } from "../../../contracts/library/accounts.ts";
import type { Library, LibraryReader } from "../../../contracts/library/library.ts";
import type { MemberStore } from "../../../contracts/library/members.ts";
import type { PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import {
  type AddressMember,
  SET_LIMITS,
  type SetMember,
  type Sets,
  type SetStore,
  type SkillMember,
  type SkillSet,
} from "../../../contracts/library/sets.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { Source } from "../../../contracts/source.ts";
import { type JoinedMember, joinSources } from "../../reading/mod.ts";
import { parseSlug } from "../accounts/slug.ts";
import { parseSetName, readMembers } from "./set_members.ts";

export interface SetsDeps {
  readonly sets: SetStore;
  readonly accounts: Pick<AccountStore, "account" | "bySlug">;
  readonly members: Pick<MemberStore, "roleOf">;
  readonly access: Pick<AccountAccess, "callerOf">;
  /** What an app's token for a set must be for; null: nobody signs in here. */
  readonly audienceOf: (owner: string, name: string) => Audience | null;
  readonly catalog: Pick<PublicCatalog, "source">;
  readonly library: Pick<Library, "source">;
  /** As everybody. */
  readonly openAddress: (address: string, waitMs: number) => Promise<Result<Source, Failure>>;
  /** The canonical spelling. */
  readonly parseAddress: (text: string) => Result<string, Failure>;
  readonly clock: Pick<Clock, "now">;
}

const HOW_TO_READ =
  "Sign in, or send a key of the set's account, to see whether there is anything here for you: as Bearer sk_live_…";

const NO_SET: Result<never, Failure> = failure({ code: "set.not_found" });

/** A member that was asked for. */
type Had =
  & { readonly alias: string }
  & (
    | { readonly kind: "had"; readonly source: Source }
    | { readonly kind: "missing"; readonly reason: string }
  );

/** `isOpen` false: its account alone reads it, or of what is missing, alone could. */
type HadSkill = Had & { readonly isOpen: boolean };

export function createSets(deps: SetsDeps): Sets {
  const { sets, accounts, members, access, catalog, library, clock } = deps;

  /** The account reads its own set with everything that it has. */
  const readerOf = (account: AccountId): LibraryReader => ({ account, skills: null });

  async function hadAddress({ alias, address }: AddressMember, waitMs: number): Promise<Had> {
    const source = await deps.openAddress(address, waitMs);
    return source.ok
      ? { kind: "had", alias, source: source.value }
      : { kind: "missing", alias, reason: reasonOf(source.error) };
  }

  async function hadSkill(set: SkillSet, member: SkillMember): Promise<HadSkill> {
    const { alias, owner, name, label, wasOpen } = member;
    const options = { raw: false, ...(label !== null && { label }) };
    const open = await catalog.source({ owner, name }, options);
    if (open.ok) return { kind: "had", alias, source: open.value, isOpen: true };
    const own = await library.source(readerOf(set.account), { owner, name }, options);
    if (own.ok) return { kind: "had", alias, source: own.value, isOpen: false };
    // What its account is told of it is not for everybody.
    return { kind: "missing", alias, reason: reasonOf(wasOpen ? open.error : own.error), isOpen: wasOpen };
  }

  async function named(owner: string, name: string): Promise<{ account: Account; set: SkillSet } | null> {
    const slug = parseSlug(owner);
    const parsed = parseSetName(name);
    const found = !slug.ok || parsed === null ? null : await accounts.bySlug(slug.value);
    const isThere = found !== null && found.account.state.kind === "active";
    const set = !isThere || parsed === null ? null : await sets.find(found.account.id, parsed);
    return found === null || set === null ? null : { account: found.account, set };
  }

  /**
   * Who reads for the account what only it may; null: a member who is signed in. `account` null: there is no such set, which nobody is
   * told sooner than that they may not read one.
   */
  async function asAccount(
    asker: Asker,
    account: AccountId | null,
    audience: Audience | null,
  ): Promise<Result<Caller | null, Failure>> {
    if (asker.kind === "person") {
      const role = account === null ? null : await members.roleOf(account, asker.person);
      return role === null ? NO_SET : success(null);
    }
    const caller = await access.callerOf(asker, audience);
    if (!caller.ok) return failure({ ...caller.error, hint: caller.error.hint ?? HOW_TO_READ });
    if (caller.value.account !== account) return NO_SET;
    return caller.value.skills === null ? caller : failure({
      code: "auth.invalid_token",
      reason: "it is confined to some skills of the account",
      hint: "Use a key that is not confined",
    });
  }

  return {
    list: (account) => sets.ofAccount(account),

    async find(account, text) {
      const name = parseSetName(text);
      const set = name === null ? null : await sets.find(account, name);
      return set === null ? NO_SET : success(set);
    },

    async put({ actor, request }, account, text, { description, members: wanted }) {
      const name = parseSetName(text);
      if (name === null) {
        return failure({
          code: "request.invalid",
          reason: "a set's name has lower-case letters, digits and single inner hyphens, at most 64",
        });
      }
      const named = readMembers(wanted, deps.parseAddress);
      if (!named.ok) return named;
      const found: SetMember[] = [];
      for (const member of named.value) {
        const there = await whatIsThere(deps, readerOf(account), member);
        if (!there.ok) {
          return failure({ ...there.error, reason: `the member "${member.alias}" cannot be had` });
        }
        found.push(there.value);
      }
      const set: SkillSet = { account, name, description, members: found, changedAt: clock.now() };
      const after = named.value.map(({ alias }) => alias).join(" ");
      const note = { actor, request, action: "set.put", target: name, before: null, after } as const;
      return await sets.put(set, note) ? success(set) : failure({
        code: "account.full",
        reason: `an account has at most ${SET_LIMITS.sets} sets`,
        hint: "Remove one that is not used",
      });
    },

    async remove({ actor, request }, account, text) {
      const name = parseSetName(text);
      const note = { actor, request, action: "set.remove", target: text, before: null, after: null } as const;
      return name !== null && await sets.remove(account, name, note) ? success(null) : NO_SET;
    },

    async open({ owner, name, asker, waitMs }) {
      const found = await named(owner, name);
      const audience = deps.audienceOf(owner, name);
      if (found === null) {
        const refused = await asAccount(asker, null, audience);
        return refused.ok ? NO_SET : refused;
      }
      const { account, set } = found;
      // Skills alone can close it, and nobody who may not read it has anything else looked at.
      const looked: (AddressMember | HadSkill)[] = [];
      for (const member of set.members) {
        looked.push(member.kind === "skill" ? await hadSkill(set, member) : member);
      }
      const isOpen = looked.every((one) => one.kind === "address" || one.isOpen);
      const caller = isOpen ? success(null) : await asAccount(asker, account.id, audience);
      if (!caller.ok) return caller;
      const all = await Promise.all(
        looked.map((one) => one.kind === "address" ? hadAddress(one, waitMs) : one),
      );
      const unavailable = all.flatMap((one) =>
        one.kind === "missing" ? [{ alias: one.alias, reason: one.reason }] : []
      );
      const joined = all.flatMap((one): JoinedMember[] =>
        one.kind === "had" ? [{ alias: one.alias, source: one.source }] : []
      );
      const address = `/sets/${account.slug}/${set.name}`;
      const source = await joinSources({
        members: joined,
        name: set.name,
        description: set.description,
        problems: unavailable.map(problemOf),
        citation: {
          set: `${account.slug}/${set.name}`,
          address,
          pinnedAddress: address,
          pinned: false,
          verified: joined.length > 0 && joined.every(({ source: { citation } }) => citation.verified),
        },
        uriBase: ["sets", account.slug, set.name],
      });
      return success({ set, owner: account.slug, source, caller: caller.value, isOpen, unavailable });
    },

    async allowedTo(person, owner, name) {
      const found = await named(owner, name);
      if (found === null) return null;
      const { id } = found.account;
      return await members.roleOf(id, person) === null ? null : id;
    },
  };
}

/** A member that can be had, so that a typing error is told where it is made. What is being read is there. */
async function whatIsThere(
  { openAddress, catalog, library }: SetsDeps,
  reader: LibraryReader,
  member: SetMember,
): Promise<Result<SetMember, Failure>> {
  if (member.kind === "address") {
    const source = await openAddress(member.address, 0);
    return source.ok || source.error.code === "index.indexing" ? success(member) : source;
  }
  const { owner, name, label } = member;
  const options = { raw: false, ...(label !== null && { label }) };
  const open = await catalog.source({ owner, name }, options);
  const source = open.ok ? open : await library.source(reader, { owner, name }, options);
  return source.ok ? success({ ...member, wasOpen: open.ok }) : source;
}

function reasonOf({ code, reason }: Failure): string {
  return [ERRORS[code].sentence, reason].filter((part) => part !== undefined).join(": ");
}

function problemOf({ alias, reason }: { readonly alias: string; readonly reason: string }): Diagnostic {
  return {
    path: alias,
    code: "member_unavailable",
    severity: "error",
    message: `The member "${alias}" cannot be had now: ${reason}`,
  };
}
