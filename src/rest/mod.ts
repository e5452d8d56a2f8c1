/** What programs are told as JSON. */
export { adminRoutes, type AdminRoutesDeps } from "./admin_routes.ts";
export { webhookRoutes, type WebhookRoutesDeps } from "./webhook_routes.ts";
