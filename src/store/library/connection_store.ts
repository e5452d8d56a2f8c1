import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { HostKey } from "../../../contracts/addresses.ts";
import {
  CONNECTED_SKILL,
  CONNECTION_RECORD,
  RUN_RECORD,
} from "../../../contracts/library/connection_records.ts";
import {
  type Connection,
  type ConnectionId,
  type ConnectionStore,
  jobSubject,
  type Run,
  SYNC_LIMITS,
} from "../../../contracts/library/connections.ts";
import type { AuditNote } from "../../../contracts/library/audit.ts";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow, type Row } from "../kv.ts";
import type { AuditRows } from "./audit_rows.ts";
import {
  connectedRepositoryKey,
  connectedSkillKey,
  connectionKey,
  CONNECTIONS_KEY,
  DUE_SYNCS_KEY,
  dueSyncKey,
  runKey,
} from "./skill_keys.ts";

/** Connections with what they know of skills and their last runs; each is found by when it is due and by its repository. */
export function createConnectionStore(deps: KvDeps & { readonly audit: AuditRows }): ConnectionStore {
  const { kv, audit } = deps;

  const rowOf = (account: AccountId, id: ConnectionId) =>
    readRow(kv, connectionKey(account, id), CONNECTION_RECORD);

  /** The row of a connection and what finds it; null: it is gone. */
  function write(row: Row<Connection>, after: Connection | null): Deno.AtomicOperation {
    const operation = kv.atomic().check(row);
    if (row.value !== null) {
      const { dueAt, account, id } = row.value;
      operation.delete(dueSyncKey(dueAt, account, id));
      for (const key of repositoryKeys(row.value)) operation.delete(key);
    }
    if (after === null) return operation.delete(row.key);
    for (const key of repositoryKeys(after)) operation.set(key, true);
    operation.set(row.key, after);
    return after.syncs ? operation.set(dueSyncKey(after.dueAt, after.account, after.id), true) : operation;
  }

  async function ofAccount(account: AccountId): Promise<readonly Connection[]> {
    const found: Connection[] = [];
    for await (const { value } of kv.list({ prefix: [...CONNECTIONS_KEY, account] })) {
      const connection = CONNECTION_RECORD.safeParse(value).data;
      if (connection !== undefined) found.push(connection);
    }
    return found;
  }

  async function change(
    account: AccountId,
    id: ConnectionId,
    make: (before: Connection) => Connection | null,
    note?: AuditNote,
    and: (operation: Deno.AtomicOperation, after: Connection) => Deno.AtomicOperation = (operation) =>
      operation,
  ): Promise<Connection | null> {
    const told = note === undefined ? null : audit.row(account, note);
    return await compareAndSet("change a connection", async () => {
      const row = await rowOf(account, id);
      const after = row.value === null ? null : make(row.value);
      if (after === null) return null;
      const made = () => {
        const operation = and(write(row, after), after);
        return told === null ? operation : told(operation);
      };
      return await commit(deps, made) ? after : CHANGED;
    });
  }

  async function clear(prefix: Deno.KvKey): Promise<void> {
    for (;;) {
      const rows = await Array.fromAsync(kv.list({ prefix }, { limit: KV_LIMITS.mutationsPerAtomic }));
      if (rows.length === 0) return;
      await commit(deps, () => rows.reduce((operation, { key }) => operation.delete(key), kv.atomic()));
    }
  }

  return {
    async add(connection, note) {
      const told = audit.row(connection.account, note);
      if ((await ofAccount(connection.account)).length >= SYNC_LIMITS.connections) return false;
      const row = await rowOf(connection.account, connection.id);
      return await commit(deps, () => told(write(row, connection)));
    },

    ofAccount,

    async find(account, id) {
      return (await rowOf(account, id)).value;
    },

    change,

    async remove(account, id, note) {
      const told = audit.row(account, note);
      const isThere = await compareAndSet("remove a connection", async () => {
        const row = await rowOf(account, id);
        if (row.versionstamp === null) return false;
        return await commit(deps, () => told(write(row, null))) ? true : CHANGED;
      });
      await clear(connectedSkillKey(id));
      await clear(runKey(id));
      return isThere;
    },

    async due(now, most) {
      const found = [];
      for await (const { key } of kv.list({ prefix: DUE_SYNCS_KEY }, { limit: most })) {
        const [, , due, account, id] = key;
        if (typeof due !== "number" || due > now) break;
        found.push({ account: account as AccountId, id: id as ConnectionId });
      }
      return found;
    },

    async of(host, subjects) {
      const found = new Map<unknown, { account: AccountId; id: ConnectionId }>();
      for (const subject of subjects) {
        for await (const { key } of kv.list({ prefix: connectedRepositoryKey(host, subject) })) {
          found.set(key[5], { account: key[4] as AccountId, id: key[5] as ConnectionId });
        }
      }
      return [...found.values()];
    },

    async forget(account) {
      for (const { id } of await ofAccount(account)) {
        await compareAndSet("forget a connection", async () => {
          const row = await rowOf(account, id);
          return await commit(deps, () => write(row, null)) ? null : CHANGED;
        });
        await clear(connectedSkillKey(id));
        await clear(runKey(id));
      }
    },

    async *all() {
      for await (const { value } of kv.list({ prefix: CONNECTIONS_KEY })) {
        const connection = CONNECTION_RECORD.safeParse(value).data;
        if (connection !== undefined) yield connection;
      }
    },

    async skills(id) {
      const rows = await Array.fromAsync(kv.list({ prefix: connectedSkillKey(id) }));
      return rows.flatMap(({ value }) => CONNECTED_SKILL.safeParse(value).data ?? []);
    },

    async saveSkill(id, skill, before) {
      await commit(deps, () => {
        const operation = kv.atomic().set(connectedSkillKey(id, skill.path), skill);
        return before === undefined ? operation : operation.delete(connectedSkillKey(id, before));
      });
    },

    async end(account, id, owner, { run, connection }) {
      const after = await change(
        account,
        id,
        (before) =>
          before.lease?.owner === owner
            ? { ...connection(before), lease: null, runs: before.runs + (run === null ? 0 : 1) }
            : null,
        undefined,
        (operation, { runs }) => {
          if (run === null) return operation;
          const stored: Run = { ...run, number: runs };
          operation.set(runKey(id, runs), stored);
          return runs > SYNC_LIMITS.runs ? operation.delete(runKey(id, runs - SYNC_LIMITS.runs)) : operation;
        },
      );
      return after !== null;
    },

    async runs(id, most) {
      const rows = await Array.fromAsync(
        kv.list({ prefix: runKey(id) }, { reverse: true, limit: most }),
      );
      return rows.flatMap(({ value }) => RUN_RECORD.safeParse(value).data ?? []);
    },
  };
}

/** Where events of its host find it: by its number, and by its name, which is all that is known at first. */
function repositoryKeys({ account, id, repository, address, workflow }: Connection): readonly Deno.KvKey[] {
  const [, host = "", ...rest] = address.split("/");
  const name = rest.slice(0, 2).join("/").replace(/[@:].*/, "").toLowerCase();
  const subjects = repository === null
    ? [name]
    : [repository.id, `${repository.owner}/${repository.name}`.toLowerCase()];
  const ofJobs = workflow === null ? [] : [jobSubject(workflow.repositoryId)];
  const at = (repository?.host ?? host) as HostKey;
  return [...new Set([...subjects, ...ofJobs])].map((
    subject,
  ) => [...connectedRepositoryKey(at, subject), account, id]);
}
