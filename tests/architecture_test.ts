/**
 * Executes the layout and the import table of the architecture: which folder may know which, that
 * folders are entered by their door, and that nothing but the composition root touches the world.
 */
import assert from "node:assert/strict";

/** What each place may import besides itself. `*` = everything; `surface` and `adapter` name groups. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  flow: [],
  format: ["contracts"],
  render: ["contracts", "format"],
  hosts: ["contracts", "format", "flow"],
  store: ["contracts", "format", "flow"],
  search: ["contracts", "flow"],
  mounts: ["contracts", "format", "flow"],
  indexing: ["contracts", "format", "flow"],
  reading: ["contracts", "format", "flow"],
  auth: ["contracts", "format", "flow"],
  library: ["contracts", "format", "flow", "reading"],
  http: ["contracts", "flow"],
  "config.ts": ["contracts"],
  mcp: ["contracts", "flow", "render", "mounts", "reading", "library", "http"],
  rest: ["contracts", "flow", "render", "mounts", "reading", "library", "http"],
  web: ["contracts", "flow", "render", "mounts", "reading", "library", "http", "docs"],
  oauth: ["contracts", "flow", "auth", "library", "http"],
  cli: [
    "contracts",
    "flow",
    "format",
    "render",
    "mounts",
    "indexing",
    "reading",
    "auth",
    "library",
    "http",
    "config.ts",
  ],
  "app.ts": [
    "contracts",
    "flow",
    "format",
    "render",
    "mounts",
    "indexing",
    "reading",
    "auth",
    "library",
    "http",
    "config.ts",
    "mcp",
    "rest",
    "web",
    "oauth",
    "cli",
  ],
};

/** Who may name what belongs to one part alone. `main.ts`, tests and bench may name everything. */
const ONLY_IN: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly places: readonly string[];
}[] = [
  { what: "Deno KV", pattern: /\bDeno\.(openKv|Kv)/, places: ["store"] },
  { what: "Orama", pattern: /["']@orama\//, places: ["search"] },
  { what: "the MCP SDK's server", pattern: /["']@modelcontextprotocol\/server/, places: ["mcp"] },
  {
    what: "Hono",
    pattern: /["']hono(\/|["'])/,
    places: ["http", "mcp", "rest", "web", "oauth", "app.ts"],
  },
  { what: "the environment", pattern: /\bDeno\.env\b/, places: ["config.ts"] },
  { what: "the clock", pattern: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/, places: [] },
  { what: "randomness", pattern: /\bMath\.random\(|\brandomUUID\(|\bgetRandomValues\(/, places: [] },
  { what: "the network", pattern: /(?:\bawait|\breturn|=|\(|,)\s*(globalThis\.)?fetch\(/, places: [] },
  { what: "the console", pattern: /\bconsole\./, places: [] },
  { what: "a subprocess", pattern: /\bDeno\.Command\b/, places: ["hosts"] },
];

const PURE = ["contracts", "format", "render"];

/** Files over 300 lines, each with the reason why it stays whole. */
const LONG_FILES: Readonly<Record<string, string>> = {
  "src/config.ts":
    "every variable stands in one table, from which the configuration and its documentation come",
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const root = new URL("../", import.meta.url);
const sources = await collect("src", "contracts");
const everything = [...sources, ...(await collect("tests", "bench")), "main.ts"];

Deno.test("architecture: every folder of src is one that the architecture names and has a door", async () => {
  for await (const entry of Deno.readDir(new URL("src", root))) {
    assert(entry.name in MAY_IMPORT, `src/${entry.name} is not in the import table`);
    if (!entry.isDirectory) continue;
    const doors = entry.name === "hosts" ? await hostFolders() : [`src/${entry.name}`];
    for (const door of doors) {
      assert(sources.includes(`${door}/mod.ts`), `${door} has no mod.ts`);
    }
  }
});

Deno.test("architecture: folders import only what the table allows", async () => {
  for (const { file, target } of await relativeImports(sources)) {
    const from = placeOf(file);
    const to = placeOf(target);
    if (from === to) continue;
    assert(MAY_IMPORT[from]?.includes(to), `${file} imports ${target}: ${from} may not know ${to}`);
  }
});

Deno.test("architecture: folders are entered by mod.ts alone, contracts by topic", async () => {
  for (const { file, target } of await relativeImports(sources)) {
    if (folderOf(file) === folderOf(target) || /^(?:contracts|docs)$/.test(placeOf(target))) continue;
    if (placeOf(target).endsWith(".ts")) continue;
    assert(target.endsWith("/mod.ts"), `${file} imports ${target} past its door`);
  }
});

Deno.test("architecture: files that start with an underscore stay in their folder", async () => {
  for (const { file, target } of await relativeImports(everything)) {
    if (!/\/_[^/]+$/.test(target)) continue;
    const inside = folderOf(file) === folderOf(target) ||
      file.startsWith(folderOf(target).replace(/^src\//, "tests/") + "/");
    assert(inside, `${file} imports the private ${target}`);
  }
});

Deno.test("architecture: doors list what they export", async () => {
  for (const file of sources) {
    assert(!/^export \*/m.test(await read(file)), `${file} exports everything of another file`);
  }
});

Deno.test("architecture: what belongs to one part is named there alone", async () => {
  for (const file of sources) {
    const code = withoutComments(await read(file));
    for (const { what, pattern, places } of ONLY_IN) {
      if (places.includes(placeOf(file))) continue;
      assert(!pattern.test(code), `${file} names ${what}`);
    }
  }
});

Deno.test("architecture: contracts, format and render are pure", async () => {
  for (const file of sources.filter((file) => PURE.includes(placeOf(file)))) {
    const code = withoutComments(await read(file));
    assert(!/\bDeno\.|\basync\b|\bawait\b|\bPromise\./.test(code), `${file} does more than compute`);
  }
});

Deno.test("architecture: importing a module does nothing", async () => {
  for (const file of sources) {
    for (const line of withoutComments(await read(file)).split("\n")) {
      const effect = /^((await|if|for|while|try|switch|void|new)\b|[a-z][\w.]*\()/.exec(line);
      assert(effect === null, `${file} acts on import: ${line}`);
    }
  }
});

Deno.test("architecture: files are named after their concept in snake_case and stay readable", async () => {
  for (const file of sources) {
    const name = file.slice(file.lastIndexOf("/") + 1);
    assert(/^_?[a-z0-9]+(_[a-z0-9]+)*\.tsx?$/.test(name), `${file} is not snake_case`);
    assert(!/^_?(utils?|helpers?|common|shared|misc|types)\.ts$/.test(name), `${file} is a drawer`);
    const lines = (await read(file)).split("\n").length - 1;
    assert(lines <= 300 || file in LONG_FILES, `${file} has ${lines} lines: split it or say why not`);
  }
});

Deno.test("architecture: dependencies are few, exact and from npm", async () => {
  const config: { imports: Record<string, string> } = JSON.parse(await read("deno.json"));
  for (const [name, specifier] of Object.entries(config.imports)) {
    assert(/^npm:(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/.test(specifier), `${name} is not pinned exactly`);
  }
  for (const file of everything) {
    assert(!/from "(jsr:|https?:|npm:)/.test(await read(file)), `${file} imports past deno.json`);
  }
});

async function collect(...folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    for await (const entry of Deno.readDir(new URL(folder, root))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) found.push(...await collect(path));
      else if (/\.tsx?$/.test(entry.name)) found.push(path);
    }
  }
  return found.sort();
}

async function hostFolders(): Promise<string[]> {
  const folders: string[] = [];
  for await (const entry of Deno.readDir(new URL("src/hosts", root))) folders.push(`src/hosts/${entry.name}`);
  return folders;
}

function read(file: string): Promise<string> {
  return Deno.readTextFile(new URL(file, root));
}

async function relativeImports(files: readonly string[]): Promise<Import[]> {
  const imports: Import[] = [];
  for (const file of files) {
    const code = withoutComments(await read(file));
    for (const match of code.matchAll(/(?:\bfrom|\bimport\(?)\s*["'](\.[^"']+)["']/g)) {
      const url = new URL(match[1] ?? "", new URL(file, root));
      imports.push({ file, target: url.pathname.slice(root.pathname.length) });
    }
  }
  return imports;
}

/** The row of the table a file belongs to. */
function placeOf(file: string): string {
  const [top = "", second = ""] = file.split("/");
  return top === "src" ? second : top;
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
