/** The whole server on given ports: use cases behind their surfaces. */
export {
  type App,
  type AuthorizationPorts,
  createApp,
  PAGE_CACHE_SHARE,
  type Ports,
  VERSION,
} from "./create_app.ts";
export { LIBRARY_CACHE_SHARE } from "./_library.ts";
