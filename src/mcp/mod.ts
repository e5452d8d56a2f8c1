/** The MCP surface: what is sent to an address or an account is answered in both protocol eras, without sessions. */
export { addressRoute } from "./address/address_route.ts";
export { accountRoute } from "./account/account_route.ts";
