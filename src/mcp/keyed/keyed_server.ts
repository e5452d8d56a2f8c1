import type { Failure } from "../../../contracts/errors.ts";
import type { AccountAccess, Budget, Caller } from "../../../contracts/library/access.ts";
import type { Result } from "../../../contracts/result.ts";
import { type Asking, budgetHeaders, type SendAnswer } from "../../http/mod.ts";
import type { OpenedServer, Refusal, ServerIdentity } from "../protocol/mod.ts";

/** A server for who shows a key or a token of an account, as one request sees it. */
export interface KeyedServer extends OpenedServer {
  /** Who asks; fails with why they may not. */
  readonly caller: Result<Caller, Failure>;
  /** Counts a call; what refuses it, null: nothing. */
  readonly spend: () => Promise<Refusal | null>;
}

export interface OpenKeyedDeps {
  readonly access: AccountAccess;
  readonly send: SendAnswer;
}

/** What is told changes at any time, and is its asker's alone. */
export const UNKEPT = { ttlMs: 0, cacheScope: "private" } as const;

const PRIVATE = { "cache-control": "private, no-store", "vary": "authorization" };

/** The server for who asks. Answers of calls that were counted tell what is left of the day. */
export function openKeyed(
  { access, send }: OpenKeyedDeps,
  asking: Asking,
  caller: Result<Caller, Failure>,
  identity: ServerIdentity,
  instructions: string | null,
): KeyedServer {
  let budget: Budget | null = null;
  return {
    caller,
    identity,
    instructions,
    cache: UNKEPT,
    async spend() {
      if (!caller.ok) return { failure: caller.error };
      const spent = await access.spend(caller.value);
      budget = spent.budget;
      return spent.refusal === null
        ? null
        : { failure: spent.refusal, headers: { ...PRIVATE, ...budgetHeaders(budget) } };
    },
    send: (json, headers, status) => {
      const told = budget === null ? {} : budgetHeaders(budget);
      return send(asking, json, { ...PRIVATE, ...told, ...headers }, status);
    },
  };
}
