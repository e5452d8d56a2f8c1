/** The commands of an operator and of an author. They receive ports and say what to print. */
export { type AdminDeps, runAdmin } from "./admin.ts";
