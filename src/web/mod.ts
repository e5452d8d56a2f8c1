/** What people see in a browser, at every address and at the front door. */
export { connectLines, shellQuoted } from "./kit/connect_lines.ts";
export { createFrame } from "./kit/frame.tsx";
export { pages } from "./pages.ts";
