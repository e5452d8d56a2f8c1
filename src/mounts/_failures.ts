import type { Address, HostTable } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { HostFailure } from "../../contracts/git_host.ts";
import { failure, type Result } from "../../contracts/result.ts";
import { formatAddress, parseRefName, parseRepoPath } from "../format/mod.ts";

export function repositoryNotFound(
  hint = "Check the owner and the repository in the address",
): Result<never, Failure> {
  return failure({ code: "mount.repo_not_found", hint });
}

/** For everything off the operator's list, existing or not. */
export const NOT_ALLOWED: Result<never, Failure> = failure({ code: "mount.not_allowed" });

const UNCHANGED = "Asking again helps only once the repository is changed";

/** The host cannot say what an address means; it is not asked again within `rememberedMs`. */
export function hostUnusable(
  error: Exclude<HostFailure, { reason: "not_found" }>,
  rememberedMs: number,
): Result<never, Failure> {
  const soon = Math.max(1, Math.ceil(rememberedMs / 1000));
  switch (error.reason) {
    case "rate_limited":
      return failure({ code: "mount.rate_limited", retryAfterSeconds: error.retryAfterSeconds ?? soon });
    case "unavailable":
      return failure({ code: "mount.unavailable", reason: error.detail, retryAfterSeconds: soon });
    case "incomplete":
      return failure({ code: "mount.unsupported", reason: error.detail, hint: error.remedy });
    case "unsupported":
      return failure({ code: "mount.unsupported", reason: error.detail, hint: error.remedy ?? UNCHANGED });
  }
}

/**
 * With a path, the ref may be longer than it was read: it then has to end at `:`
 * (docs/design/addresses.md "Grammar").
 */
export function refNotFound(
  { revision, path, ...repository }: Address,
  hosts: HostTable,
): Result<never, Failure> {
  const longer = revision.kind === "ref" ? longerReading(revision.name, path) : null;
  if (longer === null) {
    return failure({
      code: "mount.ref_not_found",
      hint: 'Check the branch, tag or commit behind "@", or leave it out for the default branch',
    });
  }
  const address = formatAddress({ ...repository, ...longer }, hosts);
  return failure({ code: "mount.ref_not_found", hint: `A ref that holds "/" ends at ":", as in ${address}` });
}

/** The ref with the next segment of the path, or with both that `refs/tags/v1` needs: no ref of another kind is served. */
function longerReading(ref: string, path: string): Pick<Address, "revision" | "path"> | null {
  const segments = path === "" ? [] : path.split("/");
  const taken = ref === "refs" ? 2 : 1;
  if (segments.length < taken || (taken === 2 && !/^(heads|tags)$/.test(segments[0] ?? ""))) return null;
  const name = parseRefName([ref, ...segments.slice(0, taken)].join("/"));
  const below = parseRepoPath(segments.slice(taken).join("/"));
  if (!name.ok || !below.ok) return null;
  return { revision: { kind: "ref", name: name.value }, path: below.value };
}

/** A name that nobody asked for before, from who asked for many. */
export function tooManyLookups(retryAfterSeconds: number): Result<never, Failure> {
  return failure({
    code: "rate.limited",
    reason: "you have asked for many repositories and refs that nobody asked for before",
    hint: "Wait, or ask for what is known here already, which is never limited",
    retryAfterSeconds,
  });
}
