/**
 * The protocol alone: HTTP and JSON-RPC, both eras, and dispatch over the methods that a server gives. It
 * knows no address; a server is a table of methods (`methodsOf`) and a way to be opened.
 */
export { createEndpoint } from "./endpoint.ts";
export { errorOf } from "./error_of.ts";
export { JSON_RPC } from "./json_rpc.ts";
export { methodsOf } from "./lifecycle.ts";
export {
  type Answer,
  method,
  type Methods,
  type NamedMethod,
  type Outcome,
  type RequestContext,
  type ToolText,
} from "./method.ts";
export type { OpenedServer, OpenServer, Refusal } from "./open_server.ts";
export { type Form, FORMS } from "./params.ts";
export { type ServerIdentity, serverIdentity } from "./server_identity.ts";
export { toolArguments } from "./tool_arguments.ts";
export { SAME_EVERYWHERE, toolMethods } from "./tools.ts";
