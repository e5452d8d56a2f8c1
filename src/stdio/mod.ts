/** MCP over the lines of two streams, in front of the app. */

export { serveLines, type ServeLinesOptions } from "./serve_lines.ts";
