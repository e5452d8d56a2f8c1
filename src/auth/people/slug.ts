import { RESERVED_ROUTES } from "../../../contracts/addresses.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

const LONGEST = 39;

/** What an account is called (docs/design/authorization.md). The error is a rule, to be said after the name. */
export function parseSlug(text: string): Result<string, string> {
  const slug = text.toLowerCase();
  if (slug.length < 2 || slug.length > LONGEST || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) {
    return failure(
      `is no account name: 2 to ${LONGEST} letters and digits, with single hyphens between them`,
    );
  }
  if (RESERVED_ROUTES.has(slug)) return failure("is reserved");
  return success(slug);
}

/** The slugs to try for somebody of that login, the plainest first. */
export function* slugsFor(login: string): Generator<string> {
  const fitting = login.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(
    0,
    LONGEST - 4,
  );
  const base = fitting.replace(/-+$/, "");
  const named = base.length < 2 ? `person-${base}`.replace(/-$/, "") : base;
  if (parseSlug(named).ok) yield named;
  for (let number = 2; number < 1000; number++) yield `${named}-${number}`;
}
