import { PERSON_RECORD } from "../../../contracts/auth/people_records.ts";
import type { AccountId } from "../../../contracts/auth/viewer.ts";
import {
  ACCOUNT_RECORD,
  FOLDED_SLUG_RECORD,
  SLUG_RECORD,
} from "../../../contracts/library/account_records.ts";
import type {
  Account,
  AccountStore,
  Slug,
  SlugClaim,
  SlugTaken,
} from "../../../contracts/library/accounts.ts";
import { GROWN_UP_MS } from "../../../contracts/library/installs.ts";
import type { Member } from "../../../contracts/library/members.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { personKey } from "../authorization/keys.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import {
  accountKey,
  AT_ONCE,
  dueInstallsKey,
  endingKey,
  ENDINGS_KEY,
  foldedSlugKey,
  memberKey,
  memberStampKey,
  slugKey,
} from "./account_keys.ts";
import type { AuditRows } from "./audit_rows.ts";
import { forgetChanges, nextChange } from "./change_feed.ts";

/** The rows that a slug stands in, as they were read, when it may be had. */
interface OpenSlug {
  readonly write: (operation: Deno.AtomicOperation, account: AccountId) => Deno.AtomicOperation;
}

export function createAccountStore(deps: KvDeps & { readonly audit: AuditRows }): AccountStore {
  const { kv, clock, audit } = deps;

  const slugRow = (slug: Slug) => readRow(kv, slugKey(slug), SLUG_RECORD);

  /** Fails with what holds the slug, unless that is `mine`. */
  async function open(claim: SlugClaim, mine: AccountId | null): Promise<Result<OpenSlug, SlugTaken>> {
    const { slug, folded, mayLookAlike } = claim;
    const row = await slugRow(slug);
    const foldedRow = await readRow(kv, foldedSlugKey(folded), FOLDED_SLUG_RECORD);
    if (row.value !== null && "reserved" in row.value) return failure({ reason: "reserved", holder: slug });
    if (row.versionstamp !== null && (mine === null || row.value?.account !== mine)) {
      return failure({ reason: "taken", holder: slug });
    }
    const looksLike = foldedRow.value?.slug ?? null;
    if (looksLike !== null && looksLike !== slug && !mayLookAlike) {
      const like = (await slugRow(looksLike)).value;
      const isMine = mine !== null && like !== null && "account" in like && like.account === mine;
      if (!isMine) return failure({ reason: "alike", holder: looksLike });
    }
    return success({
      write(operation, account) {
        const named = operation.check(row).set(row.key, { account, alias: false });
        return looksLike === null ? named.check(foldedRow).set(foldedRow.key, { slug }) : named;
      },
    });
  }

  const changeOf = (account: AccountId) =>
    ({
      kind: "account",
      account,
      skill: null,
      name: null,
      isOpen: true,
      listing: "stays",
      detail: null,
      giver: null,
      renamed: null,
      at: clock.now(),
    }) as const;

  async function find(id: AccountId): Promise<Account | null> {
    return (await readRow(kv, accountKey(id), ACCOUNT_RECORD)).value;
  }

  return {
    account: find,

    async bySlug(slug) {
      const { value } = await slugRow(slug);
      const account = value === null || "reserved" in value ? null : await find(value.account);
      return account === null ? null : { account, isAlias: account.slug !== slug };
    },

    async create(account, claim, founder, note) {
      const told = audit.row(account.id, note);
      return await compareAndSet("make an account", async () => {
        const person = founder === null ? null : await readRow(kv, personKey(founder.id), PERSON_RECORD);
        const has = person?.value?.accounts ?? [];
        if (account.kind === "personal" && has.length > 0) return failure("has_own");
        const slug = await open(claim, null);
        if (!slug.ok) return slug;
        const write = () => {
          const operation = slug.value.write(told(kv.atomic()), account.id).set(
            accountKey(account.id),
            account,
          );
          if (founder === null || person === null) return operation;
          const { id, login, host } = founder;
          const owner: Member = { person: id, login, host, role: "owner", since: account.createdAt };
          return operation
            .check(person)
            .set(person.key, { ...founder, accounts: [...has, account.id] })
            .set(memberKey(account.id, id), owner)
            .set(memberStampKey(account.id), deps.newId());
        };
        const landed = async () => (await find(account.id)) !== null;
        return await commit(deps, write, landed) ? success(account) : CHANGED;
      });
    },

    async rename(id, claim, mostAliases, note) {
      const told = audit.row(id, note);
      return await compareAndSet("rename an account", async () => {
        const row = await readRow(kv, accountKey(id), ACCOUNT_RECORD);
        if (row.value === null) return null;
        const { slug: before, aliases } = row.value;
        if (before === claim.slug) return success(row.value);
        const slug = await open(claim, id);
        if (!slug.ok) return slug;
        const left = [...aliases.filter((alias) => alias !== claim.slug), before];
        if (left.length > mostAliases) return failure("too_many");
        const renamed: Account = { ...row.value, slug: claim.slug, aliases: left };
        const change = await nextChange(deps, {
          ...changeOf(id),
          renamed: { from: before, to: claim.slug },
        });
        const write = () =>
          slug.value.write(change.write(told(kv.atomic())), id)
            .check(row)
            .set(row.key, renamed)
            .set(slugKey(before), { account: id, alias: true });
        return await commit(deps, write, change.landed) ? success(renamed) : CHANGED;
      });
    },

    async update(id, change, note) {
      const told = audit.row(id, note);
      return await compareAndSet("change an account", async () => {
        const row = await readRow(kv, accountKey(id), ACCOUNT_RECORD);
        const changed = row.value === null ? null : change(row.value);
        if (row.value === null || changed === null) return null;
        const { state: before, verified } = row.value;
        // What its skills look like to others: their lists are read anew.
        const isSeen = verified !== changed.verified || before.kind !== changed.state.kind;
        const seen = isSeen ? await nextChange(deps, changeOf(id)) : null;
        const write = () => {
          const operation = told(kv.atomic()).check(row).set(row.key, changed);
          seen?.write(operation);
          if (before.kind !== changed.state.kind) operation.set(dueInstallsKey(AT_ONCE, id), true);
          if (before.kind === "ending") operation.delete(endingKey(before.due, id));
          return changed.state.kind === "ending"
            ? operation.set(endingKey(changed.state.due, id), true)
            : operation;
        };
        const landed = async () => JSON.stringify(await find(id)) === JSON.stringify(changed);
        return await commit(deps, write, landed) ? changed : CHANGED;
      });
    },

    async due(now, most) {
      const found: AccountId[] = [];
      const rows = kv.list({ prefix: ENDINGS_KEY, end: [...ENDINGS_KEY, now + 1] }, { limit: most });
      for await (const { key } of rows) found.push(key[3] as AccountId);
      return found;
    },

    async remove(id, leftAs) {
      await forgetChanges(deps, id);
      await compareAndSet("take an account out", async () => {
        const row = await readRow(kv, accountKey(id), ACCOUNT_RECORD);
        const { value: account } = row;
        if (account === null || account.state.kind === "gone") return null;
        const change = await nextChange(deps, changeOf(id));
        const write = () => {
          const operation = change.write(kv.atomic()).check(row).delete(memberStampKey(id));
          for (const due of [AT_ONCE, account.createdAt + GROWN_UP_MS]) {
            operation.delete(dueInstallsKey(due, id));
          }
          for (const slug of [account.slug, ...account.aliases]) {
            operation.set(slugKey(slug), { reserved: true });
          }
          if (account.state.kind === "ending") operation.delete(endingKey(account.state.due, id));
          if (leftAs === null) return operation.delete(row.key);
          return operation.set(slugKey(leftAs), { account: id, alias: false }).set(
            row.key,
            {
              ...account,
              slug: leftAs,
              aliases: [],
              verified: false,
              state: { kind: "gone", since: clock.now() },
            } satisfies Account,
          );
        };
        return await commit(deps, write, change.landed) ? null : CHANGED;
      });
    },

    async reserve({ slug, folded }) {
      return await compareAndSet("reserve a slug", async () => {
        const row = await slugRow(slug);
        const foldedRow = await readRow(kv, foldedSlugKey(folded), FOLDED_SLUG_RECORD);
        if (row.value !== null && "reserved" in row.value) return null;
        if (row.versionstamp !== null) return { reason: "taken", holder: slug } as const;
        const write = () => {
          const operation = kv.atomic().check(row).check(foldedRow).set(row.key, { reserved: true });
          return foldedRow.value === null ? operation.set(foldedRow.key, { slug }) : operation;
        };
        return await commit(deps, write) ? null : CHANGED;
      });
    },

    async free({ slug, folded }) {
      return await compareAndSet("free a slug", async () => {
        const row = await slugRow(slug);
        const foldedRow = await readRow(kv, foldedSlugKey(folded), FOLDED_SLUG_RECORD);
        if (row.value === null || !("reserved" in row.value)) return false;
        const write = () => {
          const operation = kv.atomic().check(row).check(foldedRow).delete(row.key);
          return foldedRow.value?.slug === slug ? operation.delete(foldedRow.key) : operation;
        };
        return await commit(deps, write) ? true : CHANGED;
      });
    },
  };
}
