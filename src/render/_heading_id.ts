/** The ids that a document has used. */
export type HeadingIds = Map<string, number>;

export function newHeadingIds(): HeadingIds {
  return new Map();
}

/** Every id has it, so that no heading can take the name of anything in the page or in the DOM. */
const PREFIX = "md-";
const MAX_CHARACTERS = 80;

/** The id of a heading, different from those before it. */
export function headingId(text: string, ids: HeadingIds): string {
  const slug = fragmentId(text);
  const before = ids.get(slug) ?? 0;
  ids.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

/** What a fragment means in a rendered document: letters, digits and hyphens behind the prefix. */
export function fragmentId(text: string): string {
  const words = text.slice(0, 400).toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim();
  return PREFIX + [...words.replace(/\s/gu, "-")].slice(0, MAX_CHARACTERS).join("");
}
