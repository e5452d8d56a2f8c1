import { MCP_LIMITS } from "../../../contracts/limits.ts";
import { methodOf } from "./json_rpc.ts";

/** The first revision that has no batches any more. */
const WITHOUT_BATCHES = "2025-06-18";

/**
 * What is wrong with a batch as a whole; null where nothing is. Asked before its messages are looked at one
 * by one, because a body has room for tens of thousands.
 *
 * @param version The revision that the request's header names.
 */
export function batchProblem(batch: readonly unknown[], version: string | null): string | null {
  if (version !== null && version >= WITHOUT_BATCHES) return `revision ${version} has no batches`;
  if (batch.length > MCP_LIMITS.batch) return `a batch holds at most ${MCP_LIMITS.batch} messages`;
  return batch.some(isHandshake) ? "a batch cannot hold initialize" : null;
}

/** Whether a message opens a connection of the earlier era. */
export function isHandshake(message: unknown): boolean {
  return methodOf(message) === "initialize";
}
