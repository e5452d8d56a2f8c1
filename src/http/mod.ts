/** What every surface answers with: request ids, limits, cache headers, cross-origin rules and safe failures. */
export { isAddressPath, prefersPage } from "./address_path.ts";
export { cacheControl, timeToLive } from "./cache_control.ts";
export { checkArguments } from "./check_arguments.ts";
export { createClientNames } from "./client_names.ts";
export { crossOrigin } from "./cross_origin.ts";
export { createEntityTags, entityTag, hasCurrent, notModified } from "./entity_tag.ts";
export { failureHeaders, failureMessage, failureResponse } from "./failure_response.ts";
export { isJson } from "./is_json.ts";
export { localOnly } from "./local_only.ts";
export { logLine } from "./log_line.ts";
export { createMetrics, type MetricsRegistry } from "./metrics_registry.ts";
export { namedHost } from "./named_host.ts";
export { createPageMemory, pageKey, type PageMemory } from "./page_memory.ts";
export { createBodyReader, type ReadBody } from "./read_body.ts";
export { type QueryReader, queryReader } from "./read_query.ts";
export { requestPath } from "./request_path.ts";
export { requestScope, type RequestScopeDeps, type RequestVariables, unexpected } from "./request_scope.ts";
export { serverStatus } from "./server_status.ts";
