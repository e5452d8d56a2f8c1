import type { Asker, Audience, Viewer } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";

const OTHER: Result<never, Failure> = failure({
  code: "auth.invalid_token",
  reason: "the token is for something else",
  hint: "Ask for a token for this very address, with its ref and path",
});

/**
 * Who asks at an address, if the credentials are for it: one address and no other, however its repository is called (RFC
 * 8707). Judged before the repository is looked at, so that the answer tells nothing of it.
 */
export function isGoodAt(
  asker: Asker,
  audience: Audience | null,
): Result<Viewer, Failure> {
  switch (asker.kind) {
    case "refused":
      return failure(asker.failure);
    case "nobody":
    case "person":
      return success(asker);
    case "address_key":
    case "access_token":
      return audience === asker.audience ? success(asker) : OTHER;
    case "account_key":
    case "catalog_key":
    case "publish_token":
      return OTHER;
  }
}
