/**
 * A real Gitea or Forgejo of its own: a directory, a database and a port that nobody else uses. Its
 * repositories are made by pushing to it.
 */
import { z } from "zod";
import type { GitRepository } from "./git_repository.ts";

export interface GiteaServer extends AsyncDisposable {
  /** The origin, such as `http://127.0.0.1:4321`. */
  readonly url: string;
  /** Makes a public repository of this one's branches and tags; an empty one where there are none. */
  push(repository: GitRepository, name: string): Promise<void>;
  /** Pushes everything anew, also what no push would change by itself. */
  pushAgain(repository: GitRepository, path: string): Promise<void>;
  /** Makes another account, which repositories can be given to. */
  addAccount(name: string): Promise<void>;
  /** Makes an application by which people sign in elsewhere. */
  addApp(redirectUri: string): Promise<{ readonly clientId: string; readonly clientSecret: string }>;
  /** What a person does who was sent there to sign in elsewhere: says who they are and allows it; where they are sent then. */
  signIn(name: string, url: URL): Promise<URL>;
  /** Asks its API as the owner; throws where it does not do what was asked. */
  api(method: string, path: string, body?: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export const GITEA_OWNER = "acme";
/** Of every account. */
export const GITEA_PASSWORD = "acme-password-1";
const STARTUP_TRIES = 300;

const APP = z.object({ client_id: z.string(), client_secret: z.string() });

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
  const addAccount = (name: string, ...rights: readonly string[]) => {
    const account = ["--username", name, "--password", GITEA_PASSWORD, "--email", `${name}@example.com`];
    return must(["admin", "user", "create", "--must-change-password=false", ...rights, ...account]);
  };
  await addAccount(GITEA_OWNER, "--admin");
  const child = run(["web"]).spawn();
  await untilAnswering(url);

  async function api(
    method: string,
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        "authorization": `Basic ${btoa(`${GITEA_OWNER}:${GITEA_PASSWORD}`)}`,
        "content-type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`Cannot ${method} ${path}: ${response.status}`);
    return answer === "" ? null : JSON.parse(answer);
  }

  function pushTo(repository: GitRepository, path: string, ...how: readonly string[]): Promise<string> {
    const target = `http://${GITEA_OWNER}:${GITEA_PASSWORD}@127.0.0.1:${port}/${path}.git`;
    return repository.git([
      "push",
      "--quiet",
      ...how,
      target,
      "refs/heads/*:refs/heads/*",
      "refs/tags/*:refs/tags/*",
    ]);
  }

  return {
    url,
    addAccount: (name) => addAccount(name),
    api,
    async addApp(redirectUri) {
      const body = { name: "skillmount", redirect_uris: [redirectUri], confidential_client: true };
      const { client_id: clientId, client_secret: clientSecret } = APP.parse(
        await api("POST", "/user/applications/oauth2", body),
      );
      return { clientId, clientSecret };
    },
    async push(repository, name) {
      await api("POST", "/user/repos", { name, private: false, default_branch: "main" });
      const refs = await repository.git(["for-each-ref", "refs/heads", "refs/tags"]);
      if (refs !== "") await pushTo(repository, `${GITEA_OWNER}/${name}`);
    },
    pushAgain: async (repository, path) => void await pushTo(repository, path, "--force"),
    async signIn(name, asked) {
      const go = browserAt(url);
      await go("/user/login", { user_name: name, password: GITEA_PASSWORD });
      const page = await go(asked.pathname + asked.search);
      const html = await page.text();
      const fields = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
      const told = new Map(
        [...fields].map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]),
      );
      // Who allowed it before is not asked again.
      const answer = told.has("redirect_uri")
        ? await go("/login/oauth/grant", { ...Object.fromEntries(told), granted: "true" })
        : page;
      return new URL(answer.headers.get("location") ?? "");
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
[webhook]
ALLOWED_HOST_LIST = loopback
[log]
LEVEL = Error
`;
}

/** A browser that keeps cookies; without a form it reads. */
function browserAt(url: string) {
  const cookies = new Map<string, string>();
  return async (path: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(url + path, {
      ...(form !== undefined && { method: "POST", body: new URLSearchParams(form) }),
      headers: { origin: url, cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      redirect: "manual",
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    if (form !== undefined) await response.body?.cancel();
    return response;
  };
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
