/**
 * What `deno task test` runs as one, by folders of `tests/`. Each suite has a file in `tests/suites`, and loads the modules
 * of the server once: loaded for each test file they took as long as the tests. A file alone is run by its own path.
 */
export const SUITES = {
  accounts: ["auth", "library"],
  command_line: ["cli", "config", "npm", "remote", "stdio"],
  formats: ["flow", "format", "reading", "render"],
  git_hosts: ["hosts", "ports"],
  http: ["contract", "docs", "http", "mcp", "rest", "web"],
  indexing: ["indexing", "mounts", "search", "store"],
  requirements: ["architecture_test.ts", "suites_test.ts", "requirements"],
  surface_accounts: [
    "surface/account",
    "surface/catalog",
    "surface/install",
    "surface/library",
    "surface/private",
    "surface/sets",
    "surface/skills",
  ],
  surface_addresses: ["surface/cases", "surface/mcp", "surface/rest"],
  surface_hosts: ["process", "surface/hosts"],
  surface_process: ["surface/process"],
} as const;

const TESTS = new URL("./", import.meta.url);

/** Registers every test of a suite, in the order of their paths. */
export async function load(suite: keyof typeof SUITES): Promise<void> {
  for (const place of SUITES[suite]) {
    for (const path of await testFiles(place)) await import(new URL(path, TESTS).href);
  }
}

/** The test files at a place, a file or a folder: paths below `tests/`, in order. */
export async function testFiles(place: string): Promise<readonly string[]> {
  if (place.endsWith(".ts")) return place.endsWith("_test.ts") ? [place] : [];
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${place}/`, TESTS))) {
    if (isDirectory || name.endsWith("_test.ts")) files.push(...await testFiles(`${place}/${name}`));
  }
  return files.sort();
}
