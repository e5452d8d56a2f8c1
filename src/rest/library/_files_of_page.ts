import type { ListedSkill } from "../../../contracts/library/library_items.ts";
import type { VersionFile } from "../../../contracts/library/versions.ts";
import { LIBRARY_REST_LIMITS } from "../../../contracts/limits.ts";

/** Skills of a list, and the cursor behind them; null: they are the last. */
export interface Page<Entry> {
  readonly shown: readonly Entry[];
  readonly nextCursor: string | null;
}

export interface WithFiles {
  readonly listed: ListedSkill;
  /** Null: they are kept from who asks. */
  readonly files: readonly VersionFile[] | null;
}

/**
 * The skills of a page with their files, one after the other. The page ends early where it has told of as many files as one
 * answer may: a thousand skills may have half a million.
 */
export async function filesOfPage(
  page: Page<ListedSkill>,
  filesOf: (listed: ListedSkill) => Promise<readonly VersionFile[] | null>,
): Promise<Page<WithFiles>> {
  const shown: WithFiles[] = [];
  let told = 0;
  for (const listed of page.shown) {
    if (told >= LIBRARY_REST_LIMITS.list.files) {
      return { shown, nextCursor: shown.at(-1)?.listed.skill ?? null };
    }
    const files = await filesOf(listed);
    told += files?.length ?? 0;
    shown.push({ listed, files });
  }
  return { shown, nextCursor: page.nextCursor };
}
