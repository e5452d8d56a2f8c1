import { failure, success } from "../../../contracts/result.ts";
import { errorOf, type Methods, methodsOf, type NamedMethod } from "../protocol/mod.ts";
import type { KeyedServer } from "./keyed_server.ts";

/** What costs a call of the day (docs/design/account-access.md "Limits"). */
const COUNTED = /^(?:tools\/call|resources\/|skills\/)/;

/** The methods of a server that answers who shows a key or a token, and counts what they ask. */
export function countedMethods(
  capabilities: Parameters<typeof methodsOf>[0],
  named: readonly NamedMethod<KeyedServer>[],
): Methods<KeyedServer> {
  const methods = methodsOf<KeyedServer>(capabilities, named);
  return { legacy: guarded(methods.legacy), modern: guarded(methods.modern) };
}

function guarded(methods: Methods<KeyedServer>["legacy"]): Methods<KeyedServer>["legacy"] {
  return new Map([...methods].map(guard));
}

/**
 * The same method, for who may ask, and counted. A tool is called all the same, because it has an error of its own for who may
 * not.
 */
function guard([name, method]: NamedMethod<KeyedServer>): NamedMethod<KeyedServer> {
  return [name, (params) => {
    const run = method(params);
    if (!run.ok) return run;
    return success(async (server, context) => {
      const { caller } = server;
      if (!caller.ok) {
        return name === "tools/call" ? await run.value(server, context) : failure(errorOf(caller.error));
      }
      const refusal = COUNTED.test(name) ? await server.spend() : null;
      return refusal === null ? await run.value(server, context) : failure(refusal);
    });
  }];
}
