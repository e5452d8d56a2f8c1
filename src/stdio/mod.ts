/** MCP over the lines of two streams, in front of the app. */

export { serveLines } from "./serve_lines.ts";
