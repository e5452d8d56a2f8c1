/** What every surface answers with: request ids, limits, cache headers, cross-origin rules and safe failures. */
export {
  accountMetadataUrl,
  type AccountPlaces,
  createTellAccountRefusal,
  type TellAccountRefusal,
  tellCatalogRefusal,
} from "./account/challenge.ts";
export { accountOnly, type AccountVariables } from "./account/account_only.ts";
export { isAddressPath, isPlainAddress, prefersPage, withoutTrailingSlash } from "./address_path.ts";
export { bearerProblem } from "./bearer.ts";
export { budgetHeaders } from "./account/budget_headers.ts";
export { requestedRange } from "./byte_range.ts";
export { cacheControl, cacheHeaders, timeToLive } from "./cache/cache_control.ts";
export { createClientNames } from "./client_names.ts";
export { contentDisposition } from "./content_disposition.ts";
export { cookieName } from "./cookie_name.ts";
export { cors } from "./cors.ts";
export { createEntityTags, entityTag, hasCurrent, notModified } from "./cache/entity_tag.ts";
export { failureHeaders, failureMessage, failureResponse } from "./failure_response.ts";
export { isJson } from "./is_json.ts";
export { localOnly } from "./local_only.ts";
export { logLine } from "./log_line.ts";
export { createMetrics, type MetricsRegistry } from "./metrics_registry.ts";
export { namedHost } from "./named_host.ts";
export { parseArguments } from "./parse_arguments.ts";
export { parseJson } from "./parse_json.ts";
export { createBodyReader, createBytesReader, type ReadBody, type ReadBytes } from "./read_body.ts";
export { queryReader } from "./read_query.ts";
export { createTellRefusal } from "./refusal.ts";
export { requestPath } from "./request_path.ts";
export { requestScope, type RequestVariables, unexpected } from "./request_scope.ts";
export {
  type CountUse,
  createResponseCache,
  type ResponseCache,
  responseKey,
} from "./cache/response_cache.ts";
export { type Asking, createSendAnswer, type SendAnswer } from "./send_answer.ts";
export { seeOther } from "./see_other.ts";
export { serverStatus } from "./server_status.ts";
export { wholeNumbers } from "./whole_numbers.ts";
