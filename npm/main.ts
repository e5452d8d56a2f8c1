/** The program of the npm package, which `bin/start.cjs` starts. */
import { VERSION } from "../src/app/mod.ts";
import { endWith, runProgram } from "../src/process/mod.ts";

// A client on Windows starts no scripts, and npx is one.
const npx = Deno.build.os === "windows" ? ["cmd", "/c", "npx"] : ["npx"];
const started = [...npx, "-y", `skillmount@${VERSION}`];

await endWith(runProgram(Deno.args, { typed: "skillmount", started, run: null }));
