/** The program of the npm package, which `bin/start.cjs` starts. */
import { endWith, runProgram } from "../src/process/mod.ts";

await endWith(runProgram(Deno.args, "skillmount"));
