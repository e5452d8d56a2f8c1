import type { Clock } from "../../contracts/ambient.ts";
import type { HostFailure } from "../../contracts/git_host.ts";
import { failure, type Result } from "../../contracts/result.ts";
import { withTimeout } from "../flow/mod.ts";

/** How long a host may think while there is an older answer to serve. */
const PATIENCE_MS = 3000;

const LATE: HostFailure = { reason: "unavailable", detail: "the host does not answer in time" };

/** What a question gives, unless that takes too long; it goes on meanwhile, and the next one finds its answer. */
export function inTime<Value>(
  clock: Clock,
  answer: Promise<Result<Value, HostFailure>>,
): Promise<Result<Value, HostFailure>> {
  return withTimeout(clock, PATIENCE_MS, answer, () => failure(LATE));
}
