import { ACCOUNT_TOOLS } from "../../../contracts/mcp/account_tools.ts";
import type { Library } from "../../../contracts/library/library.ts";
import { SKILLS_EXTENSION } from "../../../contracts/mcp.ts";
import { failure, success } from "../../../contracts/result.ts";
import { errorOf, type Methods, methodsOf, type NamedMethod, toolMethods } from "../protocol/mod.ts";
import type { AccountServer } from "./account_server.ts";
import { callTool } from "./call_tool.ts";
import { skillMethods } from "./skill_methods.ts";

/** A client asks again for what changes; no stream is held open to tell it. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  extensions: { [SKILLS_EXTENSION.id]: SKILLS_EXTENSION.settings },
} as const;

type AccountMethods = Methods<AccountServer>;

/** All that the server of an account answers. */
export function accountMethods(library: Library): AccountMethods {
  const methods = methodsOf<AccountServer>(CAPABILITIES, [
    ...toolMethods(
      ACCOUNT_TOOLS,
      (tool, given, { caller }: AccountServer) => callTool(tool, given, caller, library),
    ),
    ...skillMethods(library),
  ]);
  return { legacy: guarded(methods.legacy), modern: guarded(methods.modern) };
}

/** What costs a call of the day (docs/design/account-access.md "Limits"). */
const COUNTED = /^(?:tools\/call|resources\/|skills\/)/;

function guarded(methods: AccountMethods["legacy"]): AccountMethods["legacy"] {
  return new Map([...methods].map(guard));
}

/**
 * The same method, for who may ask, and counted. A tool is called all the same, because it has an error of its own for who may
 * not.
 */
function guard([name, method]: NamedMethod<AccountServer>): NamedMethod<AccountServer> {
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
