import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** An expected failure on its way out of nested readers; `answer()` turns it into a value at the edge. */
export class GitFailure extends Error {
  constructor(readonly failure: HostFailure) {
    super(failure.reason);
    this.name = "GitFailure";
  }
}

/** The host broke the protocol, or sent bytes that are not what they say. It may be well again later. */
export function broken(detail: string): GitFailure {
  return new GitFailure({ reason: "unavailable", detail: `the host's reply ${detail}` });
}

/** The commit needs more than this server grants any repository, now and later. */
export function tooLarge(detail: string): GitFailure {
  return new GitFailure({ reason: "unsupported", detail: `the commit ${detail}` });
}

/** Nobody waits for it any more. */
export function givenUp(): GitFailure {
  return new GitFailure({ reason: "unavailable", detail: "the request was given up" });
}

export function notFound(): GitFailure {
  return new GitFailure({ reason: "not_found" });
}

/** Asking again in the same way would end in the same way: it is not there, or too much. */
export function isRefusal(error: unknown): boolean {
  return error instanceof GitFailure && ["not_found", "unsupported"].includes(error.failure.reason);
}

/** What `work` gives, or the expected failure that ended it. Anything else is a bug and goes on being thrown. */
export async function answer<Value>(work: () => Promise<Value>): Promise<Result<Value, HostFailure>> {
  try {
    return success(await work());
  } catch (error) {
    if (error instanceof GitFailure) return failure(error.failure);
    throw error;
  }
}
