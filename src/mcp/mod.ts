/** The MCP surface: what is sent to an address, an account or the catalog is answered in both protocol eras, without sessions. */
export { addressRoute } from "./address/address_route.ts";
export { catalogRoute } from "./catalog/catalog_route.ts";
export { setRoute, type SetRouteDeps } from "./set/set_route.ts";
export { accountRoute } from "./account/account_route.ts";
