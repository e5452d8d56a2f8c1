/**
 * Makes the npm package: `deno task pack [directory]` writes its tarball, the same bytes for the same commit, and
 * says what is in it. The program is bundled, because Deno runs no TypeScript from `node_modules`, and because
 * what a bundle holds needs no fetching at the first start.
 */
import { Buffer } from "node:buffer";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import manifest from "../deno.json" with { type: "json" };
import { VERSION } from "../src/app/mod.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const ESBUILD = "npm:esbuild@0.28.2";
const DENO_VERSION = "2.9.6";

/** What the bundle is made of. */
const SOURCES = ["contracts", "src", "docs", "npm", "deno.json", "deno.lock"];

/** Packages that were written for Node.js ask for it in this way. */
const REQUIRE = 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);';

const EXECUTABLE = 0o755;
const PLAIN = 0o644;

if (import.meta.main) {
  const target = Deno.args[0] ?? ".";
  const files = await packageFiles();
  const tarball = await tarballOf(files);
  const path = join(target, `skillmount-${VERSION}.tgz`);
  await Deno.writeFile(path, tarball);
  for (const [name, bytes] of files) console.log(`${String(bytes.length).padStart(9)} ${name}`);
  console.log(`${path}: ${tarball.length} bytes`);
}

/** Every file of the package by its path, in the order of their paths. */
export async function packageFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const copy = await Deno.makeTempDir({ prefix: "skillmount-pack-" });
  try {
    await copySources(copy);
    // Exactly what the lock file says, where a bundler finds it.
    await run(
      copy,
      "deno",
      "install",
      "--quiet",
      "--node-modules-dir=auto",
      "--frozen",
      "--entrypoint",
      "npm/main.ts",
    );
    await bundle(copy);
    const files = new Map<string, Uint8Array>();
    for await (const { name } of Deno.readDir(join(copy, "dist"))) {
      files.set(`dist/${name}`, await Deno.readFile(join(copy, "dist", name)));
    }
    for (const name of ["bin/skillmount.cjs", "bin/start.cjs", "README.md"]) {
      files.set(name, await Deno.readFile(join(ROOT, "npm", name)));
    }
    files.set("LICENSE", await Deno.readFile(join(ROOT, "LICENSE")));
    files.set("THIRD_PARTY_LICENSES.txt", encode(await licences(copy)));
    files.set("dist/deno.json", json(runtimeConfig()));
    files.set("package.json", json(packageManifest()));
    return new Map([...files].sort(([one], [other]) => one < other ? -1 : 1));
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

export async function tarballOf(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const entries = Array.from(files, ([name, body]) => ({
    header: {
      name: `package/${name}`,
      size: body.length,
      mode: name === "bin/skillmount.cjs" ? EXECUTABLE : PLAIN,
      // The same moment that npm gives every file of a package.
      mtime: new Date("1985-10-26T08:15:00Z"),
    },
    body,
  }));
  return gzipSync(await packTar(entries), { level: 9 });
}

async function copySources(copy: string): Promise<void> {
  const listed = await run(
    ROOT,
    "git",
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "--",
    ...SOURCES,
  );
  for (const path of listed.split("\0").filter((path) => path !== "")) {
    await Deno.mkdir(dirname(join(copy, path)), { recursive: true });
    await Deno.copyFile(join(ROOT, path), join(copy, path));
  }
}

async function bundle(copy: string): Promise<void> {
  await run(
    copy,
    "deno",
    "run",
    "--quiet",
    "--no-lock",
    "--no-config",
    "--allow-all",
    ESBUILD,
    "npm/main.ts",
    "--bundle",
    "--splitting",
    "--format=esm",
    "--platform=node",
    "--conditions=deno",
    "--jsx=automatic",
    "--jsx-import-source=hono/jsx",
    "--outdir=dist",
    "--entry-names=main",
    "--chunk-names=chunk-[hash]",
    "--sourcemap=linked",
    "--sources-content=false",
    "--minify-syntax",
    "--minify-whitespace",
    "--legal-comments=none",
    "--metafile=meta.json",
    "--log-level=error",
    `--banner:js=${REQUIRE}`,
  );
}

/** The licence of each package that a part of is in the bundle. */
async function licences(copy: string): Promise<string> {
  const { inputs }: { inputs: Record<string, unknown> } = JSON.parse(
    await Deno.readTextFile(join(copy, "meta.json")),
  );
  const folders = new Set(
    Object.keys(inputs).map((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ""),
  );
  folders.delete("");
  const texts: string[] = [];
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(
      await Deno.readTextFile(join(copy, folder, "package.json")),
    );
    texts.push(`${name} ${version} (${license})\n\n${await licenceText(join(copy, folder))}`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

async function licenceText(folder: string): Promise<string> {
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  const texts = names.filter((name) => /^(licen[cs]e|notice)/i.test(name)).sort();
  return (await Promise.all(texts.map((name) => Deno.readTextFile(join(folder, name))))).join("\n");
}

export function packageManifest() {
  return {
    name: "skillmount",
    version: VERSION,
    description: "Serves git repositories and directories of agent skills as MCP servers",
    license: "MIT",
    type: "commonjs",
    bin: { skillmount: "bin/skillmount.cjs" },
    files: ["bin", "dist", "THIRD_PARTY_LICENSES.txt"],
    engines: { node: ">=20" },
    dependencies: { deno: DENO_VERSION },
    preferUnplugged: true,
    publishConfig: { provenance: true },
  };
}

/** What the bundle runs with: the permission sets of the repository, whose files are no business of a package. */
export function runtimeConfig() {
  const { dev, start, stdio, check, remote, publish } = manifest.permissions;
  const withoutFiles = ({ write: _, ...rest }: typeof dev | typeof stdio | typeof publish) => rest;
  const { read: _, write: __, ...asking } = remote;
  return {
    unstable: manifest.unstable,
    permissions: {
      dev: withoutFiles(dev),
      start,
      stdio: withoutFiles(stdio),
      check,
      remote: asking,
      publish: withoutFiles(publish),
    },
  };
}

async function run(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd, stdin: "null" })
    .output();
  if (!success) throw new Error(`Cannot run ${program}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

function json(value: unknown): Uint8Array {
  return encode(`${JSON.stringify(value, null, 2)}\n`);
}

function encode(text: string): Uint8Array {
  return Buffer.from(text);
}
