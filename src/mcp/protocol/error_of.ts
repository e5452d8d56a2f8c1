import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import { JSON_RPC, type RpcError, rpcError } from "./json_rpc.ts";

/** The error of a failure, for what has no error result: invalid params where the request is to blame. */
export function errorOf(failure: Failure, more: Readonly<Record<string, string>> = {}): RpcError {
  const isTheirs = ERRORS[failure.code].status < 500;
  return rpcError(failure, isTheirs ? JSON_RPC.invalidParams : JSON_RPC.internal, more);
}
