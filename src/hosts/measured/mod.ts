/** Any git host, with what it does counted. */
export { measuredHost } from "./measured_host.ts";
