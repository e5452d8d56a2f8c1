import { CLIENT_DOCUMENT, CLIENT_RECORD } from "../../../contracts/auth/client_records.ts";
import type { ClientId, ClientStore } from "../../../contracts/auth/clients.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow, type Row } from "../kv.ts";
import {
  clientDocumentKey,
  clientKey,
  UNUSED_CLIENTS_KEY,
  UNUSED_COUNT_KEY,
  unusedClientKey,
} from "./keys.ts";

export interface ClientStoreDeps extends KvDeps {
  /** How many registrations that granted nothing are kept. */
  readonly mostUnused?: number;
}

const MOST_UNUSED = 20_000;
const UNUSED_MS = 90 * 86_400_000;
/** A registration takes out more than it brings, so that what has grown too many shrinks again. */
const TAKEN_OUT = 2;
const DAY_MS = 86_400_000;

export function createClientStore({ mostUnused = MOST_UNUSED, ...deps }: ClientStoreDeps): ClientStore {
  const { kv, clock } = deps;

  const read = (id: ClientId) => readRow(kv, clientKey(id), CLIENT_RECORD);

  function isOver({ value }: Awaited<ReturnType<typeof read>>): boolean {
    return value === null || (!value.isUsed && clock.now() - value.client.registeredAt >= UNUSED_MS);
  }

  /** The oldest registrations that granted nothing, where one more would be too many, or they are too old. */
  async function surplus(): Promise<Deno.KvKey[]> {
    const { value: count } = await kv.get(UNUSED_COUNT_KEY);
    const isFull = count instanceof Deno.KvU64 && count.value >= BigInt(mostUnused);
    const found: Deno.KvKey[] = [];
    for await (const { key } of kv.list({ prefix: UNUSED_CLIENTS_KEY }, { limit: TAKEN_OUT })) {
      if (isFull || clock.now() - Number(key[2]) >= UNUSED_MS) found.push(key);
    }
    return found;
  }

  return {
    async find(id) {
      const row = await read(id);
      return isOver(row) ? null : row.value?.client ?? null;
    },

    async register(id, client) {
      await compareAndSet("register an app", async () => {
        const row = await read(id);
        if (!isOver(row)) return;
        const old = row.value === null ? [] : [unusedClientKey(row.value.client.registeredAt, id)];
        const gone = await entriesOf([...old, ...await surplus()]);
        const write = () => {
          const operation = kv.atomic().check(row).set(row.key, { client, isUsed: false });
          for (const entry of gone) {
            operation.check(entry).delete(entry.key);
            if (entry.key[3] !== id) operation.delete(clientKey(entry.key[3] as ClientId));
          }
          return operation.set(unusedClientKey(client.registeredAt, id), true)
            .sum(UNUSED_COUNT_KEY, BigInt.asUintN(64, BigInt(1 - gone.length)));
        };
        if (!await commit(deps, write, async () => !isOver(await read(id)))) return CHANGED;
      });
    },

    async keep(id) {
      await compareAndSet("keep an app's registration", async () => {
        const row = await read(id);
        if (row.value === null || row.value.isUsed) return;
        const { client } = row.value;
        const [unused] = await entriesOf([unusedClientKey(client.registeredAt, id)]);
        const write = () => {
          const operation = kv.atomic().check(row).set(row.key, { client, isUsed: true });
          return unused === undefined
            ? operation
            : operation.check(unused).delete(unused.key).sum(UNUSED_COUNT_KEY, BigInt.asUintN(64, -1n));
        };
        if (!await commit(deps, write, async () => (await read(id)).value?.isUsed ?? true)) return CHANGED;
      });
    },

    async remove(id) {
      return await compareAndSet("remove an app", async () => {
        const row = await read(id);
        const document = await readRow(kv, clientDocumentKey(id), CLIENT_DOCUMENT);
        if (row.value === null && document.value === null) return false;
        const unused = row.value === null
          ? []
          : await entriesOf([unusedClientKey(row.value.client.registeredAt, id)]);
        const write = () => {
          const operation = kv.atomic().check(row).delete(row.key).delete(document.key);
          for (const entry of unused) {
            operation.check(entry).delete(entry.key).sum(UNUSED_COUNT_KEY, BigInt.asUintN(64, -1n));
          }
          return operation;
        };
        return await commit(deps, write) ? true : CHANGED;
      });
    },

    async document(id) {
      return (await readRow(kv, clientDocumentKey(id), CLIENT_DOCUMENT)).value;
    },

    async rememberDocument(id, document) {
      await commit(deps, () => kv.atomic().set(clientDocumentKey(id), document, { expireIn: DAY_MS }));
    },
  };

  /** Those of the keys that exist, each once, so that each is counted once. */
  async function entriesOf(keys: readonly Deno.KvKey[]): Promise<Row<unknown>[]> {
    const each = [...new Map(keys.map((key) => [key.join(" "), key])).values()];
    if (each.length === 0) return [];
    const entries = await kv.getMany<unknown[]>(each);
    return entries.filter(({ versionstamp }) => versionstamp !== null);
  }
}
