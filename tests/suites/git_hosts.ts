import { load } from "../suites.ts";

await load("git_hosts");
