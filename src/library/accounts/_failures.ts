import type { Failure } from "../../../contracts/errors.ts";
import type { Account, Slug, SlugTaken } from "../../../contracts/library/accounts.ts";
import { failure, type Result } from "../../../contracts/result.ts";

export const NO_ACCOUNT: Result<never, Failure> = failure({ code: "account.not_found" });

/** Of an account that is suspended, or about to end. */
export function closed({ slug, state }: Account): Result<never, Failure> {
  const reason = state.kind === "suspended"
    ? `the operator suspended ${slug}: ${state.reason}`
    : `${slug} is about to end`;
  return failure({ code: "account.suspended", reason });
}

export function invalidSlug(text: string, rule: string): Result<never, Failure> {
  return failure({ code: "request.invalid", reason: `"${text.slice(0, 60)}" ${rule}` });
}

/** Why a slug cannot be had, and of which one that is. */
export function slugTaken(slug: Slug, { reason, holder }: SlugTaken): Result<never, Failure> {
  return failure({ code: "name.taken", reason: reasonOf(slug, reason, holder), hint: "Choose another" });
}

function reasonOf(slug: Slug, reason: SlugTaken["reason"], holder: Slug): string {
  switch (reason) {
    case "taken":
      return `"${slug}" is, or was, an account's`;
    case "alike":
      return `"${slug}" looks like "${holder}"`;
    case "reserved":
      return `"${slug}" is reserved`;
  }
}
