import type { Failure } from "../../../contracts/errors.ts";
import type { Result } from "../../../contracts/result.ts";
import type { ServerIdentity } from "./server_identity.ts";

/** How long the current revision is told that it may keep a result, and for whom. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

export type SendJson = (
  json: string,
  headers: Readonly<Record<string, string>>,
  status: number,
) => Response;

/** What a server says of itself to the request that it was opened for. */
export interface OpenedServer {
  readonly identity: ServerIdentity;
  /** Only for the requests that ask for them. */
  readonly instructions: string | null;
  /** How long what it says of itself may be kept. */
  readonly cache: CacheHint;
  /** Answers with JSON of any length, within what all that is on its way may hold. */
  readonly send: SendJson;
}

/** Why a request has no server, and what headers say so beside the status, as a challenge does. */
export interface Refusal {
  readonly failure: Failure;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Opens the server that a request is for. Asked once at most, and for nothing but requests that are right:
 * what is malformed, unknown or a notification costs no look-up.
 *
 * @param instructions Whether the request is one that is told the instructions.
 */
export type OpenServer<Server extends OpenedServer> = (
  instructions: boolean,
) => Promise<Result<Server, Refusal>>;
