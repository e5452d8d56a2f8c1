/** Accounts by the thousand, each with a published skill: what a large deployment keeps, made from the rows of one. */

const ROOTS = ["la", "ls", "lw", "ln", "lp", "lv", "ll"];
const AT_ONCE = 8;
const WRITERS = 8;

/** The rows of the one account of a store. */
export async function rowsOfAccount(kv: Deno.Kv): Promise<readonly Deno.KvEntry<unknown>[]> {
  const rows = await Promise.all(ROOTS.map((root) => Array.fromAsync(kv.list({ prefix: [root] }))));
  return rows.flat();
}

/**
 * Writes `count` more accounts like the one that is called `slug` and has these rows. Of contents, feed and audit they have
 * none.
 */
export async function generateAccounts(
  kv: Deno.Kv,
  rows: readonly Deno.KvEntry<unknown>[],
  slug: string,
  count: number,
): Promise<void> {
  const ids = new Set(JSON.stringify(rows).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));
  let next = 0;
  await Promise.all(Array.from({ length: WRITERS }, async () => {
    while (next < count) {
      const operation = kv.atomic();
      for (let taken = 0; taken < AT_ONCE && next < count; taken++) {
        const number = String(next++).padStart(8, "0");
        const renamed = <Value>(value: Value): Value =>
          rename(
            value,
            (text) => ids.has(text) ? number + text.slice(8) : text === slug ? slug + number : text,
          );
        for (const { key, value } of rows) operation.set(key.map(renamed), renamed(value));
      }
      await operation.commit();
    }
  }));
}

function rename<Value>(value: Value, text: (text: string) => string): Value;
function rename(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((item) => rename(item, text));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rename(item, text)]));
}
