/** The programs. Each takes its arguments and says how the process ends. */

export { endWith, runProgram } from "./run_program.ts";
export type { Program } from "./program.ts";
