import { ACCOUNT_TOOLS } from "../../../contracts/mcp/account_tools.ts";
import type { Library } from "../../../contracts/library/library.ts";
import { SKILLS_EXTENSION } from "../../../contracts/mcp.ts";
import { countedMethods } from "../keyed/counted_methods.ts";
import type { KeyedServer } from "../keyed/keyed_server.ts";
import { type Methods, toolMethods } from "../protocol/mod.ts";
import { callTool } from "./call_tool.ts";
import { skillMethods } from "./skill_methods.ts";

/** A client asks again for what changes; no stream is held open to tell it. */
const CAPABILITIES = {
  tools: { listChanged: false },
  resources: { listChanged: false, subscribe: false },
  extensions: { [SKILLS_EXTENSION.id]: SKILLS_EXTENSION.settings },
} as const;

/** All that the server of an account answers. */
export function accountMethods(library: Library): Methods<KeyedServer> {
  return countedMethods(CAPABILITIES, [
    ...toolMethods(
      ACCOUNT_TOOLS,
      (tool, given, { caller }: KeyedServer) => callTool(tool, given, caller, library),
    ),
    ...skillMethods(library),
  ]);
}
