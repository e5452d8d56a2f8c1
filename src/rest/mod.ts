/** What programs are told as JSON. */
export { type RestDeps, restRoutes } from "./rest_routes.tsx";
export { adminRoutes, type AdminRoutesDeps } from "./admin_routes.ts";
export { metricsRoutes, type MetricsRoutesDeps } from "./metrics_routes.ts";
export { webhookRoutes, type WebhookRoutesDeps } from "./webhook_routes.ts";
export { discoveryRoutes, type DiscoveryRoutesDeps } from "./discovery_routes.ts";
