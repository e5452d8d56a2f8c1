/** The program of a clone, whose commands are tasks. */
import { endWith, runProgram } from "./src/process/mod.ts";

const started = [
  "npx",
  "-y",
  `deno@${Deno.version.deno}`,
  "task",
  "--quiet",
  "--cwd",
  import.meta.dirname ?? ".",
];
const run = { main: import.meta.filename ?? "main.ts", args: Deno.args };

await endWith(runProgram(Deno.args, { typed: "deno task", started, run }));
