import { load } from "../suites.ts";

await load("surface_addresses");
