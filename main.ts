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

await endWith(runProgram(Deno.args, { typed: "deno task", started }));
