import type { RefName } from "../../../contracts/addresses.ts";
import { ADDRESS_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { exceedsCodePoints } from "../text/code_points.ts";
import { findInvisible } from "../text/invisible_characters.ts";

/**
 * Parses a branch, tag or short hash by the rules of git-check-ref-format(1), one level allowed. A
 * leading `-` is refused as git refuses it for branches and tags: it would read as an option. The
 * error is the reason, a clause about "the ref" that does not quote it.
 */
export function parseRefName(text: string): Result<RefName, string> {
  if (text === "") return failure("the ref is empty");
  if (exceedsCodePoints(text, ADDRESS_LIMITS.ref)) {
    return failure(`the ref is longer than ${ADDRESS_LIMITS.ref} characters`);
  }
  if (findInvisible(text) >= 0) return failure("the ref holds a control or invisible character");
  const forbidden = /[ ~^:?*[\\]|\.\.|@\{/.exec(text)?.[0];
  if (forbidden !== undefined) return failure(`the ref holds "${forbidden}"`);
  if (text.startsWith("-")) return failure('the ref starts with "-"');
  if (text.endsWith(".")) return failure('the ref ends with "."');
  if (text === "@") return failure('the ref is "@"');
  for (const component of text.split("/")) {
    if (component === "") return failure('the ref starts or ends with "/" or holds "//"');
    if (component.startsWith(".")) return failure('a part of the ref starts with "."');
    if (component.endsWith(".lock")) return failure('a part of the ref ends with ".lock"');
  }
  return success(text as RefName);
}
