/** The MCP surface: what is sent to an address is answered in both protocol eras, without sessions. */
export { addressRoute } from "./address/address_route.ts";
