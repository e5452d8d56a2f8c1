import { ProtocolError } from "@modelcontextprotocol/server";
import { ERRORS, type Failure } from "../../contracts/errors.ts";
import { failureMessage } from "../http/mod.ts";
import { JSON_RPC } from "./json_rpc.ts";

/**
 * The JSON-RPC error of a failure, for what has no error result: invalid params where the request is to
 * blame, else an internal error.
 */
export function protocolFailure(
  failure: Failure,
  data: Readonly<Record<string, string>> = {},
): ProtocolError {
  const isTheirs = ERRORS[failure.code].status < 500;
  return new ProtocolError(
    isTheirs ? JSON_RPC.invalidParams : JSON_RPC.internal,
    failureMessage(failure),
    {
      code: failure.code,
      ...(failure.retryAfterSeconds !== undefined && { retryAfterSeconds: failure.retryAfterSeconds }),
      ...data,
    },
  );
}
