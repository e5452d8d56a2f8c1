import type { EditionStore } from "../../../contracts/library/editions.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import { keysAfter } from "./order_blocks.ts";
import { skillIn } from "./order_key.ts";
import { readHeads } from "./stored_segment.ts";

/** Whether the current edition lists a skill, by the newest segment that knows of it. */
export async function isInEdition(
  editions: EditionStore,
  { id, account, name }: Pick<Skill, "id" | "account" | "name">,
): Promise<boolean> {
  const edition = await editions.current();
  for (const segment of edition?.segments.toReversed() ?? []) {
    const { orders, gone } = await readHeads(editions, segment);
    if (gone.includes(id)) return false;
    for await (const key of keysAfter(editions, segment.id, "owner", orders.owner, [account, name], false)) {
      if (key[0] !== account || key[1] !== name) break;
      if (skillIn(key) === id) return true;
    }
  }
  return false;
}
