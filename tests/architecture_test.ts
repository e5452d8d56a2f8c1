/**
 * Executes the layout and the import table of the architecture: which folder may know which, that
 * folders are entered by their door, and that nothing but the composition root touches the world.
 */
import assert from "node:assert/strict";

/** What each place may import besides itself. A place is a folder of `src` with all its rooms. */
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
  config: ["contracts", "format"],
  http: ["contracts", "flow"],
  stdio: ["contracts", "flow"],
  remote: ["contracts", "flow"],
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
    "config",
  ],
  app: [
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
    "config",
    "mcp",
    "rest",
    "web",
    "oauth",
    "cli",
  ],
  process: ["*"],
};

/** Rooms that may know less than their folder: what files of other places their files may import. */
const ROOM_MAY_IMPORT: Readonly<Record<string, RegExp>> = {
  // Several servers speak the protocol, and it knows none of them.
  "src/mcp/protocol/":
    /^(?:contracts\/(?:ambient|errors|limits|mcp|result|where_it_failed)|src\/(?:flow|http)\/mod)\.ts$/,
};

/** Who may name what belongs to one part alone. `main.ts`, `process`, tests and bench may name everything. */
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
    places: ["http", "mcp", "rest", "web", "oauth", "app"],
  },
  { what: "the environment", pattern: /\bDeno\.env\b/, places: ["config"] },
  { what: "the clock", pattern: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/, places: [] },
  { what: "randomness", pattern: /\bMath\.random\(|\brandomUUID\(|\bgetRandomValues\(/, places: [] },
  { what: "the network", pattern: /(?:\bawait|\breturn|=|\(|,)\s*(globalThis\.)?fetch\(/, places: [] },
  { what: "the console", pattern: /\bconsole\./, places: [] },
  { what: "a subprocess", pattern: /\bDeno\.Command\b/, places: ["hosts"] },
];

const PURE = ["contracts", "format", "render"];

/** Files over 300 lines, each with the reason why it stays whole. */
const LONG_FILES: Readonly<Record<string, string>> = {};

/** The most files of code that a folder may hold, for a reader who looks for one by its name. */
const MOST_FILES = 30;

interface Import {
  readonly file: string;
  readonly target: string;
}

const root = new URL("../", import.meta.url);
const sources = await collect("src", "contracts");
const everything = [...sources, ...(await collect("tests", "bench")), "main.ts"];
const imports = await relativeImports(everything);
const importsOfSources = imports.filter(({ file }) => sources.includes(file));

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

Deno.test("architecture: folders import only what the table allows", () => {
  for (const { file, target } of importsOfSources) {
    const from = placeOf(file);
    const to = placeOf(target);
    const allowed = MAY_IMPORT[from] ?? [];
    if (from === to || allowed.includes("*")) continue;
    assert(allowed.includes(to), `${file} imports ${target}: ${from} may not know ${to}`);
  }
});

Deno.test("architecture: rooms that may know less than their folder do", () => {
  for (const [room, allowed] of Object.entries(ROOM_MAY_IMPORT)) {
    const outward = importsOfSources.filter(({ file, target }) =>
      file.startsWith(room) && !target.startsWith(room)
    );
    assert(outward.length > 0, `${room} is no room`);
    for (const { file, target } of outward) {
      assert(allowed.test(target), `${file} imports ${target}, which its room may not know`);
    }
  }
});

Deno.test("architecture: folders are entered by mod.ts alone, contracts by topic", () => {
  for (const { file, target } of importsOfSources) {
    if (doorOf(file) === doorOf(target) || /^(?:contracts|docs)$/.test(placeOf(target))) continue;
    if (placeOf(target).endsWith(".ts")) continue;
    assert(target === `${doorOf(target)}/mod.ts`, `${file} imports ${target} past its door`);
  }
});

Deno.test("architecture: a room that has a door is entered by it", () => {
  for (const { file, target } of importsOfSources) {
    const room = folderOf(target);
    // What is above a room is in sight of it.
    if (doorOf(file) !== doorOf(target) || `${folderOf(file)}/`.startsWith(`${room}/`)) continue;
    if (!sources.includes(`${room}/mod.ts`)) continue;
    assert(target === `${room}/mod.ts`, `${file} imports ${target} past the door of its room`);
  }
});

Deno.test("architecture: files that start with an underscore stay in their folder", () => {
  for (const { file, target } of imports) {
    if (!/\/_[^/]+$/.test(target)) continue;
    const inside = folderOf(file) === folderOf(target) ||
      file.startsWith(folderOf(target).replace(/^src\//, "tests/") + "/");
    assert(inside, `${file} imports the private ${target}`);
  }
});

Deno.test("architecture: no files import each other in a circle, types included", () => {
  const targets = new Map<string, string[]>();
  for (const { file, target } of importsOfSources) {
    targets.set(file, [...(targets.get(file) ?? []), target]);
  }
  for (const circle of circlesOf(targets)) {
    assert.fail(`files import each other in a circle: ${circle.join(" -> ")}`);
  }
});

Deno.test("architecture: no folder holds more files than a reader can look through", () => {
  const sizes = new Map<string, number>();
  for (const file of everything) sizes.set(folderOf(file), (sizes.get(folderOf(file)) ?? 0) + 1);
  for (const [folder, size] of sizes) {
    assert(size <= MOST_FILES, `${folder} holds ${size} files: give it rooms`);
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
      // The programs bring the world in; settings have one reader all the same.
      if (placeOf(file) === "process" && what !== "the environment") continue;
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
  const exact = /from "(?:npm:)(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(\/[\w./-]+)?"/;
  for (const file of everything) {
    const text = await read(file);
    if (folderOf(file) === "tests/packages") assert.match(text, exact, file);
    else assert(!/from "(jsr:|https?:|npm:)/.test(text), `${file} imports past deno.json`);
  }
});

Deno.test("architecture: tests run the packages that the server runs", async () => {
  const [server, tests] = [JSON.parse(await read("deno.lock")), JSON.parse(await read("tests/deno.lock"))];
  for (const part of ["specifiers", "npm"]) {
    for (const [name, pinned] of Object.entries(server[part])) {
      assert.deepEqual(tests[part][name], pinned, `tests/deno.lock has another ${name} than deno.lock`);
    }
  }
});

Deno.test("architecture: comments cite pages and headings that are there", async () => {
  const headings = new Map<string, Set<string>>();
  for await (const { name } of Deno.readDir(new URL("docs/design", root))) {
    const titles = (await read(`docs/design/${name}`)).matchAll(/^#+ (.+)$/gm);
    headings.set(name, new Set([...titles].map(([, title = ""]) => title)));
  }
  for (const file of everything) {
    const text = (await read(file)).replace(/\n\s*(?:\*|\/\/) ?/g, " ");
    assert(!/\((?:design|seed) "/i.test(text), `${file} cites what is not in the repository`);
    for (const [, page = "", cited = ""] of text.matchAll(/docs\/design\/([\w-]+\.md)((?:,? "[^"]+")*)/g)) {
      assert(headings.has(page), `${file} cites docs/design/${page}, which is not there`);
      for (const [, title = ""] of cited.matchAll(/"([^"]+)"/g)) {
        assert(
          headings.get(page)?.has(title),
          `${file} cites "${title}", which docs/design/${page} does not have`,
        );
      }
    }
  }
});

Deno.test("architecture: every path that the design and CONTRIBUTING.md name is there", async () => {
  const pages = ["CONTRIBUTING.md"];
  for await (const { name } of Deno.readDir(new URL("docs/design", root))) pages.push(`docs/design/${name}`);
  for (const page of pages) {
    const text = await read(page);
    const named = text.matchAll(
      /`((?:src|contracts|tests|docs|bench|fixtures|scripts)\/[\w./-]*|main\.ts|deno\.json)`/g,
    );
    const linked = text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g);
    for (const [, path = ""] of named) {
      assert(await exists(path), `${page} names ${path}, which is not there`);
    }
    for (const [, path = ""] of linked) {
      const target = new URL(path, new URL(page, root)).pathname.slice(root.pathname.length);
      assert(await exists(target), `${page} leads to ${path}, which is not there`);
    }
  }
});

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(new URL(path, root)).then(() => true, () => false);
}

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

/** The files of each circle of imports, every file in one circle at most. */
function circlesOf(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  function follow(file: string): void {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of targets.get(file) ?? []) follow(target);
    path.pop();
    done.add(file);
  }
  for (const file of targets.keys()) follow(file);
  return circles;
}

/** The folder whose `mod.ts` is the way in for all that is not below it. */
function doorOf(file: string): string {
  const [top = "", second = "", third = ""] = file.split("/");
  if (top !== "src") return top;
  return second === "hosts" ? `${top}/${second}/${third}` : `${top}/${second}`;
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
