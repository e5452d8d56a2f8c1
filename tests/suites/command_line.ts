import { load } from "../suites.ts";

await load("command_line");
