/** What people see in a browser, at every address and at the front door. */
export { connectLines, shellQuoted } from "./kit/connect_lines.ts";
export type { DashboardDeps } from "./dashboard/dashboard_deps.ts";
export { dashboardRoutes } from "./dashboard/dashboard_routes.ts";
export { createFrame } from "./kit/frame.tsx";
export { createSetPage, type SetPageDeps } from "./public/set_page.tsx";
export { skillPath } from "./skills/skill_links.ts";
export { skillsPages } from "./skills/skills_pages.ts";
export { pages } from "./pages.ts";
