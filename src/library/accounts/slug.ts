import { RESERVED_ROUTES } from "../../../contracts/addresses.ts";
import type { FoldedSlug, Slug, SlugClaim } from "../../../contracts/library/accounts.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

const LONGEST = 39;
/** Room for `-` and a number behind a login. */
const LONGEST_NUMBER = 4;

/** What who held a deleted account's skills finds them under. */
const DELETED = "deleted-";
const ID_LENGTH = 16;

/** What an account is called (docs/design/accounts.md "Slugs"). The error is a rule, to be said after the name. */
export function parseSlug(text: string): Result<Slug, string> {
  const slug = text.toLowerCase();
  if (slug.length < 2 || slug.length > LONGEST || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    return failure(
      `is no account name: 2 to ${LONGEST} letters and digits, with single hyphens between them`,
    );
  }
  return success(slug as Slug);
}

/** Whether a slug is nobody's for good: a route, the key of a git host, or what names deleted accounts. */
export function isKept(slug: Slug, hostKeys: ReadonlySet<string>): boolean {
  return RESERVED_ROUTES.has(slug) || hostKeys.has(slug) || slug.startsWith(DELETED);
}

/** A slug as the eye takes it: two that give the same look alike. */
export function foldSlug(slug: Slug): FoldedSlug {
  const folded = slug
    .replaceAll("-", "")
    .replaceAll("0", "o")
    .replaceAll(/[1i]/g, "l")
    .replaceAll("5", "s")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
  return folded as FoldedSlug;
}

export function claimOf(slug: Slug, mayLookAlike = false): SlugClaim {
  return { slug, folded: foldSlug(slug), mayLookAlike };
}

/** The slug that stands for a deleted account, by its id. */
export function deletedSlug(id: string): Slug {
  return `${DELETED}${id.toLowerCase().replaceAll(/[^a-z0-9]/g, "").slice(0, ID_LENGTH)}` as Slug;
}

/** The slugs to try for somebody of that login, the plainest first. */
export function* slugsFor(login: string): Generator<Slug> {
  const fitting = login.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(
    0,
    LONGEST - LONGEST_NUMBER,
  );
  const base = fitting.replace(/-+$/, "");
  const named = base.length < 2 ? `person-${base}`.replace(/-$/, "") : base;
  yield named as Slug;
  for (let number = 2; number < 1000; number++) yield `${named}-${number}` as Slug;
}
