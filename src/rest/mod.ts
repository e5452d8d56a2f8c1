/** What programs other than MCP clients ask: the REST API, installers, the operator, its metrics, the git host's events. */
export { restRoutes } from "./rest_routes.tsx";
export { adminRoutes } from "./admin_routes.ts";
export { metricsRoutes } from "./metrics_routes.ts";
export { webhookRoutes } from "./webhooks/webhook_routes.ts";
export { linkRoutes } from "./install/link_routes.ts";
export { publicInstallRoutes } from "./install/public_install_routes.ts";
export { createAnswerArchive, createArchiveDigests } from "./library/version_archive.ts";
export { setDiscoveryRoutes } from "./sets/set_discovery_routes.ts";
export { discoveryRoutes } from "./discovery/discovery_routes.ts";
export { protectedResourceRoutes } from "./discovery/protected_resource_routes.ts";
export { accountDiscoveryRoutes } from "./discovery/account_discovery_routes.ts";
