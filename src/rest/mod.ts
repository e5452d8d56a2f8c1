/** What programs are told as JSON. */
export { adminRoutes, type AdminRoutesDeps } from "./admin_routes.ts";
export { archiveRoutes, type ArchiveRoutesDeps } from "./archive_routes.ts";
export { discoveryRoutes, type DiscoveryRoutesDeps } from "./discovery_routes.ts";
