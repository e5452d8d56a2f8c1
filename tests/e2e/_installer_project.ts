/** The released installer, `npx skills`, in a project of its own. */
import assert from "node:assert/strict";
import { type Installed, plain } from "../support/installer.ts";

/** The installer needs a newer Node than a machine may have, so that one comes along. */
const NPX = ["--yes", "--package=node@22.20.0", "--package=skills@1.7.4", "--", "skills"];

export const skipped = await reasonToSkip();

async function reasonToSkip(): Promise<string | null> {
  try {
    await new Deno.Command("npx", { args: ["--version"], stdout: "null", stderr: "null" }).output();
    return null;
  } catch {
    return "npx is not installed";
  }
}

export function installerTest(name: string, fn: () => Promise<void>): void {
  Deno.test({
    name: skipped === null ? name : `${name} (skipped: ${skipped})`,
    ignore: skipped !== null,
    fn,
  });
}

/** A project of its own, with a home of its own. */
export interface Project extends AsyncDisposable {
  /** Runs `skills` and gives what it prints, without colours. */
  skills(...args: readonly string[]): Promise<string>;
  /** Runs a line of a shell. */
  run(line: string): Promise<void>;
  /** What Claude Code finds, by skill and path. */
  installed(): Promise<Map<string, Installed>>;
}

export async function project(): Promise<Project> {
  const root = await Deno.makeTempDir({ prefix: "skillmount-installer-" });
  const directory = `${root}/.claude/skills`;
  return {
    async skills(...args) {
      const { stdout, stderr, success } = await new Deno.Command("npx", {
        args: [...NPX, ...args],
        cwd: root,
        stdin: "null",
        env: {
          HOME: root,
          npm_config_cache: Deno.env.get("npm_config_cache") ?? `${Deno.env.get("HOME")}/.npm`,
          DISABLE_TELEMETRY: "1",
          NO_COLOR: "1",
        },
      }).output();
      const printed = new TextDecoder().decode(stdout);
      assert(success, printed + new TextDecoder().decode(stderr));
      return printed;
    },
    async run(line) {
      const { success, stderr } = await new Deno.Command("sh", {
        args: ["-c", line],
        cwd: root,
        stdin: "null",
      })
        .output();
      assert(success, new TextDecoder().decode(stderr));
    },
    async installed() {
      const skills = new Map<string, Installed>();
      for await (const { name } of Deno.readDir(directory)) {
        skills.set(name, await filesBelow(`${directory}/${name}`));
      }
      return skills;
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

async function filesBelow(directory: string, prefix = ""): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const below = `${directory}/${name}`;
    if (!isDirectory) files.set(prefix + name, await Deno.readFile(below));
    else for (const file of await filesBelow(below, `${prefix}${name}/`)) files.set(...file);
  }
  return files;
}

export function assertSame(
  actual: ReadonlyMap<string, Installed>,
  expected: ReadonlyMap<string, Installed>,
): void {
  assert.deepEqual([...actual.keys()].toSorted(), [...expected.keys()].toSorted());
  for (const [name, files] of expected) {
    assert.deepEqual(
      new Map([...plain(actual.get(name))].toSorted()),
      new Map([...plain(files)].toSorted()),
      name,
    );
  }
}

/** Everything of a place, for one agent, without a question. */
export const EVERYTHING = ["--skill", "*", "--agent", "claude-code", "--copy", "--yes"];
