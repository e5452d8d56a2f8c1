/** Paths with parameters in braces, as operations name them: how the router spells them, and what a request has for each. */
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";

/** The router's spelling: a path at the end takes all that follows, line ends too, which the router has decoded. */
export function patternOf(path: string): string {
  return path.replace("{path}", ":path{[\\s\\S]+}").replaceAll(/\{(\w+)\}/g, ":$1");
}

/** What a path has for each parameter of `template`, decoded once. Fails with `route.not_found` and `request.invalid`. */
export function segmentsOf(
  template: string,
  path: string,
): Result<Readonly<Record<string, string>>, Failure> {
  const names = template.split("/");
  const given = path.split("/");
  const found: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const written = name === "{path}" ? given.slice(at).join("/") : given[at] ?? "";
    if (!name.startsWith("{")) {
      // Another spelling of the route, with an escape in it, is another path.
      if (written !== name) return failure({ code: "route.not_found" });
      continue;
    }
    try {
      found[name.slice(1, -1)] = decodeURIComponent(written);
    } catch {
      return failure({ code: "request.invalid", reason: "the path holds an escape that cannot be decoded" });
    }
  }
  return success(found);
}
