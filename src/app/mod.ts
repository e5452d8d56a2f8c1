/** The whole server on given ports: use cases behind their surfaces. */
export { moderatedRegister } from "./moderated_register.ts";
export { LIBRARY_CACHE_SHARE } from "./_library.ts";
export { type App, createApp, PAGE_CACHE_SHARE, webUrls } from "./create_app.ts";
export type { AuthorizationPorts, Ports } from "./ports.ts";
export { VERSION } from "./version.ts";
