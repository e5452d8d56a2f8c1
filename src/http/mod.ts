/** What every surface answers with: request ids, limits, cross-origin rules and safe failures. */
export { createClientNames } from "./client_names.ts";
export { crossOrigin } from "./cross_origin.ts";
export { failureHeaders, failureMessage, failureResponse } from "./failure_response.ts";
export { isJson } from "./is_json.ts";
export { localOnly } from "./local_only.ts";
export { logLine } from "./log_line.ts";
export { createMetrics, type MetricsRegistry } from "./metrics_registry.ts";
export { createBodyReader, type ReadBody } from "./read_body.ts";
export { requestPath } from "./request_path.ts";
export { requestScope, type RequestScopeDeps, type RequestVariables, unexpected } from "./request_scope.ts";
export { serverStatus } from "./server_status.ts";
