import { load } from "../suites.ts";

await load("http");
