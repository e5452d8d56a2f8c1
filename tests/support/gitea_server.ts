/**
 * A real Gitea or Forgejo of its own: a directory, a database and a port that nobody else uses. Its
 * repositories are made by pushing to it.
 */
import type { GitRepository } from "./git_repository.ts";

export interface GiteaServer extends AsyncDisposable {
  /** The origin, such as `http://127.0.0.1:4321`. */
  readonly url: string;
  /** Makes a public repository of this one's branches and tags; an empty one where there are none. */
  push(repository: GitRepository, name: string): Promise<void>;
}

export const GITEA_OWNER = "acme";
const PASSWORD = "acme-password-1";
const STARTUP_TRIES = 300;

/** @param binary The program, such as `/usr/local/bin/forgejo`. */
export async function startGitea(binary: string): Promise<GiteaServer> {
  const directory = await Deno.makeTempDir({ prefix: "skillmount-gitea-" });
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = `${directory}/app.ini`;
  await Deno.writeTextFile(config, settings(directory, port));
  const run = (args: readonly string[]) =>
    new Deno.Command(binary, {
      args: [...args, "--config", config],
      env: { GITEA_WORK_DIR: directory, FORGEJO_WORK_DIR: directory, HOME: directory, USER: userName() },
      stdout: "null",
      stderr: "null",
    });
  const must = async (args: readonly string[]) => {
    const { success } = await run(args).output();
    if (!success) throw new Error(`Cannot run ${binary} ${args[0]}: it failed`);
  };
  await must(["migrate"]);
  const account = ["--username", GITEA_OWNER, "--password", PASSWORD, "--email", "acme@example.com"];
  await must(["admin", "user", "create", "--admin", "--must-change-password=false", ...account]);
  const child = run(["web"]).spawn();
  await untilAnswering(url);

  return {
    url,
    async push(repository, name) {
      const response = await fetch(`${url}/api/v1/user/repos`, {
        method: "POST",
        headers: {
          "authorization": `Basic ${btoa(`${GITEA_OWNER}:${PASSWORD}`)}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ name, private: false, default_branch: "main" }),
      });
      await response.body?.cancel();
      if (response.status !== 201) throw new Error(`Cannot make a repository: ${response.status}`);
      const refs = await repository.git(["for-each-ref", "refs/heads", "refs/tags"]);
      if (refs === "") return;
      const target = `http://${GITEA_OWNER}:${PASSWORD}@127.0.0.1:${port}/${GITEA_OWNER}/${name}.git`;
      await repository.git([
        "push",
        "--quiet",
        target,
        "refs/heads/*:refs/heads/*",
        "refs/tags/*:refs/tags/*",
      ]);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.status;
      await Deno.remove(directory, { recursive: true });
    },
  };
}

function settings(directory: string, port: number): string {
  return `
RUN_MODE = prod
RUN_USER = ${userName()}
WORK_PATH = ${directory}
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${directory}/gitea.db
[repository]
ROOT = ${directory}/repositories
[security]
INSTALL_LOCK = true
[log]
LEVEL = Error
`;
}

function userName(): string {
  return Deno.env.get("USER") ?? "root";
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function untilAnswering(url: string): Promise<void> {
  for (let tries = 0; tries < STARTUP_TRIES; tries++) {
    const response = await fetch(`${url}/api/v1/version`).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Cannot reach ${url}: nothing answers`);
}
