import { isAbsolute, join } from "node:path";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { spawnGit } from "./git_runner.ts";

/** Where git finds the operator's own configuration: the variables HOME and XDG_CONFIG_HOME. */
export interface OperatorHome {
  readonly home: string | null;
  readonly xdgConfigHome: string | null;
}

export interface OperatorExcludesOptions {
  /** Where `git` is looked for, as `PATH` is written; the server's own when left out. */
  readonly searchPath?: string;
}

/**
 * The operator's own list of files to ignore everywhere, found as git finds it (gitignore(5)): what
 * `core.excludesFile` names in the configuration of the user or the machine, else
 * `$XDG_CONFIG_HOME/git/ignore`, else `~/.config/git/ignore`. No repository has a say in it.
 *
 * @returns An absolute path, whether or not a file is there; null when git would read none, or there is
 * no git. Fails with a sentence when files that the operator wants ignored could be served.
 */
export async function operatorExcludes(
  { home, xdgConfigHome }: OperatorHome,
  { searchPath }: OperatorExcludesOptions = {},
): Promise<Result<string | null, string>> {
  const child = spawnGit({
    args: ["--git-dir=/dev/null", "config", "--type=path", "--get", "core.excludesFile"],
    cwd: "/",
    clearEnv: true,
    env: {
      LC_ALL: "C",
      ...(home !== null && { HOME: home }),
      ...(xdgConfigHome !== null && { XDG_CONFIG_HOME: xdgConfigHome }),
      ...(searchPath !== undefined && { PATH: searchPath }),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  });
  if (child === null) return success(null);
  const { code, stdout } = await child.output();
  const named = new TextDecoder().decode(stdout).replace(/\n$/, "");
  if (code === 0 && (named === "" || isAbsolute(named))) return success(named === "" ? null : named);
  if (code === 0) return failure("Cannot use git's core.excludesFile: it is no absolute path");
  // 1 says that it is not set.
  if (code !== 1) return failure("Cannot use git's configuration: git cannot read it");
  if (xdgConfigHome !== null) return success(join(xdgConfigHome, "git", "ignore"));
  return success(home === null ? null : join(home, ".config", "git", "ignore"));
}
