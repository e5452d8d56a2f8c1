"use strict";

/**
 * Starts the program under the Deno that came with the package, with the permissions that the command needs:
 * a set of `dist/deno.json`, and the absolute directories that its settings name. No dependencies but Deno.
 */
const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { homedir } = require("node:os");
const { dirname, join, resolve } = require("node:path");

const COMMANDS = new Set(["start", "stdio", "check", "admin", "publish", "login", "logout"]);

/** Half the memory for a twentieth of the time of a request. */
const SMALL_HEAP = "--v8-flags=--max-semi-space-size=8,--heap-growing-percent=30";

/** What opens a page in the browser of the person who sits here. */
const BROWSER = `--allow-run=${{ darwin: "open", win32: "rundll32" }[process.platform] || "xdg-open"}`;

/** Exit codes of sysexits.h: a service is unavailable, something is misconfigured. */
const UNAVAILABLE = 69;
const MISCONFIGURED = 78;

/** A signal to a whole group of processes comes twice, and a second one ends the server at once. */
const ECHO_MS = 500;

const data = dataDirectory();
const { program, permissions, settings } = commandLine(process.argv.slice(2));
const dist = join(__dirname, "..", "dist");
const args = [
  "run",
  "--quiet",
  "--no-prompt",
  "--no-lock",
  "--no-remote",
  "--no-npm",
  "--cached-only",
  `--config=${join(dist, "deno.json")}`,
  ...permissions,
  join(dist, "main.js"),
  ...program,
];
start(denoExecutable(), args, {
  ...process.env,
  ...settings,
  DENO_DIR: join(data, "deno"),
  DENO_NO_PACKAGE_JSON: "1",
  DENO_NO_UPDATE_CHECK: "1",
  INIT_CWD: process.cwd(),
});

/** What the program is given, under which permissions, and where it keeps what it reads. */
function commandLine(given) {
  const [first, ...rest] = given;
  if (first === undefined || first === "--help" || first === "-h") {
    return { program: ["--help"], permissions: ["-P=check"], settings: {} };
  }
  const command = COMMANDS.has(first) ? first : "dev";
  switch (command) {
    case "check":
      return { program: given, permissions: ["-P=check"], settings: {} };
    case "publish":
    case "login":
    case "logout": {
      // Keys and what signing in leaves are kept beside the store.
      const store = storeOf("local.sqlite");
      return {
        program: given,
        permissions: [
          ...(command === "publish"
            ? ["-P=publish"]
            : ["-P=remote", BROWSER, ...listed("read", store.directories)]),
          ...listed("write", store.directories),
        ],
        settings: store.settings,
      };
    }
    case "stdio":
    case "dev": {
      const store = storeOf("local.sqlite");
      const program = command === "stdio" ? given : ["--dev", ...(first === "dev" ? rest : given)];
      if (command === "stdio" && /^https?:/i.test(rest[0])) {
        // An address of a server elsewhere: what signing in there leaves behind is kept beside the store.
        return {
          program: given,
          permissions: [
            "-P=remote",
            BROWSER,
            ...listed("read", store.directories),
            ...listed("write", store.directories),
          ],
          settings: store.settings,
        };
      }
      if (command === "stdio" && rest[0] !== undefined && !existsSync(resolve(rest[0]))) {
        // No directory: an address, whose git host is asked over the network.
        return {
          program: given,
          permissions: [
            "-P=start",
            ...listed("read", store.directories),
            ...listed("write", store.directories),
          ],
          settings: store.settings,
        };
      }
      const own = command === "stdio" ? ["-P=stdio"] : ["-P=dev", SMALL_HEAP];
      return {
        program,
        permissions: [...own, ...listed("write", store.directories)],
        settings: store.settings,
      };
    }
    default: {
      const isDev = command === "admin" && rest.includes("--dev");
      const store = storeOf(isDev ? "local.sqlite" : "server.sqlite");
      const { LOCAL_ROOT } = process.env;
      const [asked, copy] = rest.filter((word) => !word.startsWith("-"));
      const backup = command === "admin" && asked === "backup" && copy ? [dirname(resolve(copy))] : [];
      const secrets = Object.keys(process.env).filter((name) => name.endsWith("_FILE")).map((name) =>
        resolve(process.env[name])
      );
      return {
        program: given,
        permissions: [
          "-P=start",
          SMALL_HEAP,
          ...listed("read", [
            ...store.directories,
            ...backup,
            ...secrets,
            ...(LOCAL_ROOT ? [resolve(LOCAL_ROOT)] : []),
          ]),
          ...listed("write", [...store.directories, ...backup]),
          ...(LOCAL_ROOT ? ["--allow-run=git"] : []),
        ],
        settings: store.settings,
      };
    }
  }
}

/** The file of the store, as the environment says or among the user's data, and the directory that it needs. */
function storeOf(name) {
  const { KV_PATH, KV_URL } = process.env;
  if (KV_URL || KV_PATH === ":memory:") return { settings: {}, directories: [] };
  const path = KV_PATH ? resolve(KV_PATH) : join(data, name);
  return { settings: { KV_PATH: path }, directories: [dirname(path)] };
}

function listed(kind, paths) {
  for (const path of paths) {
    if (path.includes(",")) {
      fail(
        MISCONFIGURED,
        `Cannot use "${path}": it holds a comma; set KV_PATH to a path without one, or to :memory:`,
      );
    }
  }
  return paths.length > 0 ? [`--allow-${kind}=${paths.join(",")}`] : [];
}

/** Where programs keep what belongs to their user, by the custom of the system. */
function dataDirectory() {
  const { LOCALAPPDATA, XDG_DATA_HOME } = process.env;
  const home = homedir();
  switch (process.platform) {
    case "win32":
      return join(LOCALAPPDATA || join(home, "AppData", "Local"), "skillmount");
    case "darwin":
      return join(home, "Library", "Application Support", "skillmount");
    default:
      return join(XDG_DATA_HOME || join(home, ".local", "share"), "skillmount");
  }
}

function denoExecutable() {
  try {
    return require("deno/install_api.cjs").runInstall();
  } catch (error) {
    return fail(
      UNAVAILABLE,
      `Cannot start: there is no Deno for ${process.platform} on ${process.arch} (Alpine has none either), ` +
        `or it was not installed with the package: ${error.message}`,
    );
  }
}

/** Becomes the program where the system lets a process do that; else passes signals and the exit code on. */
function start(executable, args, env) {
  if (typeof process.execve === "function" && process.platform !== "win32") {
    process.execve(executable, [executable, ...args], env);
  }
  const child = spawn(executable, args, { env, stdio: "inherit", windowsHide: true });
  let last = 0;
  const pass = (signal) => {
    const now = Date.now();
    // The terminal sends an interrupt to the child by itself.
    if ((signal === "SIGINT" && process.stdin.isTTY) || now - last < ECHO_MS) return;
    last = now;
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => pass(signal));
  child.on("error", (error) => fail(UNAVAILABLE, `Cannot start ${executable}: ${error.message}`));
  child.on(
    "exit",
    (code, signal) => process.exit(code === null ? 128 + (signal === "SIGINT" ? 2 : 15) : code),
  );
}

function fail(code, message) {
  console.error(message);
  process.exit(code);
}
