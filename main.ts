/** The program of a clone, whose commands are tasks. */
import { endWith, runProgram } from "./src/process/mod.ts";

await endWith(runProgram(Deno.args, "deno task"));
