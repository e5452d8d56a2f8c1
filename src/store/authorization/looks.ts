import type { Look } from "../../../contracts/auth/look.ts";
import { createBoundedMap, createNextFlight } from "../../flow/mod.ts";
import { type Kv, MOST_KEYS_AT_ONCE } from "../kv.ts";

type Entries = readonly Deno.KvEntryMaybe<unknown>[];

/** What rows say together. It is the same object for as long as none of them changes. */
export type Parse<Value> = (entries: Entries) => Value;

/** Reads the rows of a credential, and in the same look what calls with it needed next. */
export type BeginLook<Value> = (
  credential: string,
  keys: readonly Deno.KvKey[],
) => Promise<{ readonly value: Value; readonly look: Look }>;

/** Takes rows out of a look that has them, and reads them now where there is none. */
export type ReadInLook<Value> = (
  name: string,
  keys: readonly Deno.KvKey[],
  look?: Look,
) => Promise<Value>;

/**
 * A call with a credential is decided on several rows, of which the later ones are known once the first are read. They are
 * the same from call to call, so that a process remembers which they were and reads all of them at once. Nothing of what they
 * said is believed without: each call's rows were read after it came, and what was made of rows stands while none has changed.
 */
export interface Looks {
  begins<Value extends object | null>(parse: Parse<Value>): BeginLook<Value>;
  reads<Value extends object>(parse: Parse<Value>): ReadInLook<Value>;
}

/** Credentials of which it is remembered what their calls need. */
const MOST_REMEMBERED = 10_000;

interface Needed {
  readonly name: string;
  readonly keys: readonly Deno.KvKey[];
}

interface Opened {
  readonly credential: string;
  /** How many rows are the credential's. */
  readonly own: number;
  readonly rows: ReadonlyMap<string, Entries>;
}

export function createLooks(kv: Pick<Kv, "getMany">): Looks {
  const opened = new WeakMap<Look, Opened>();
  /** By credential, what its calls read beside it. */
  const needed = createBoundedMap<readonly Needed[]>(MOST_REMEMBERED);

  /** As much as fits beside the credential's own rows in one read, what was needed last first. */
  function need({ credential, own }: Opened, name: string, keys: readonly Deno.KvKey[]): void {
    const kept = needed.get(credential)?.filter((other) => other.name !== name) ?? [];
    let room = MOST_KEYS_AT_ONCE - own;
    needed.set(credential, [{ name, keys }, ...kept].filter(({ keys }) => (room -= keys.length) >= 0));
  }

  return {
    begins<Value extends object | null>(parse: Parse<Value>): BeginLook<Value> {
      const share = createNextFlight<{ readonly value: Value; readonly look: Look }>();
      const made = rememberMade(parse);
      return (credential, keys) =>
        share(credential, async () => {
          const own = keys.length;
          const others = needed.get(credential) ?? [];
          const entries = await kv.getMany<unknown[]>([...keys, ...others.flatMap(({ keys }) => keys)]);
          let start = own;
          const rows = new Map(
            others.map(({ name, keys }) => [name, entries.slice(start, start += keys.length)]),
          );
          const look = {} as Look;
          opened.set(look, { credential, own, rows });
          return { value: made(credential, entries.slice(0, own)), look };
        });
    },

    reads<Value extends object>(parse: Parse<Value>): ReadInLook<Value> {
      const share = createNextFlight<Value>();
      const made = rememberMade(parse);
      return async (name, keys, look) => {
        const begun = look && opened.get(look);
        const rows = begun?.rows.get(name);
        if (rows !== undefined) return made(name, rows);
        if (begun !== undefined) need(begun, name, keys);
        return await share(name, async () => made(name, await kv.getMany<unknown[]>([...keys])));
      };
    },
  };
}

/** What was made of rows before, as long as they are the same. */
function rememberMade<Value>(parse: Parse<Value>): (name: string, entries: Entries) => Value {
  const remembered = createBoundedMap<{ readonly versions: string; readonly value: Value }>(MOST_REMEMBERED);
  return (name, entries) => {
    const versions = entries.map(({ versionstamp }) => versionstamp).join();
    const before = remembered.get(name);
    if (before?.versions === versions) return before.value;
    const value = parse(entries);
    remembered.set(name, { versions, value });
    return value;
  };
}
