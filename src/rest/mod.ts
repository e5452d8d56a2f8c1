/** What programs other than MCP clients ask: the REST API, installers, the operator, its metrics, the git host's events. */
export { type RestDeps, restRoutes } from "./rest_routes.tsx";
export { adminRoutes, type AdminRoutesDeps } from "./admin_routes.ts";
export { metricsRoutes, type MetricsRoutesDeps } from "./metrics_routes.ts";
export { webhookRoutes, type WebhookRoutesDeps } from "./webhook_routes.ts";
export { discoveryRoutes, type DiscoveryRoutesDeps } from "./discovery/discovery_routes.ts";
