/** What people see in a browser, at every address and at the front door. */
export { connectLines } from "./connect_lines.ts";
export { pages, type PagesDeps } from "./pages.ts";
