/** The programs. Each takes its arguments and says how the process ends. */

export { admin } from "./admin.ts";
export { check } from "./check.ts";
export { EXIT } from "./exit_code.ts";
export { serve } from "./serve.ts";
export { stdio } from "./stdio.ts";
