/** The ids that a document has used. */
export interface HeadingIds {
  /** Every id has it, so that no heading can take the name of anything in the page or in the DOM. */
  readonly prefix: string;
  readonly used: Map<string, number>;
}

/** @param part Tells apart the documents of one page, from 0 on. */
export function newHeadingIds(part: number): HeadingIds {
  return { prefix: part === 0 ? "md-" : `md${part}-`, used: new Map() };
}

const MAX_CHARACTERS = 80;

/** The id of a heading, different from those before it. */
export function headingId(text: string, ids: HeadingIds): string {
  const slug = fragmentId(text, ids);
  const before = ids.used.get(slug) ?? 0;
  ids.used.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

/** What a fragment means in a rendered document: letters, digits and hyphens behind the prefix. */
export function fragmentId(text: string, { prefix }: Pick<HeadingIds, "prefix">): string {
  const words = text.slice(0, 400).toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim();
  return prefix + [...words.replace(/\s/gu, "-")].slice(0, MAX_CHARACTERS).join("");
}
