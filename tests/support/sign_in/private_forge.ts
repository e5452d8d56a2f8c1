/**
 * A Forgejo of a kind on loopback: people sign in there, and git gives its repositories to those alone whom
 * it lets read them.
 */
import { Buffer } from "node:buffer";
import { createGitHttpServer } from "../git_http_server.ts";
import type { GitRepository } from "../git_repository.ts";
import { type SignInServer, startSignInServer } from "./sign_in_server.ts";

export interface PrivateForge extends AsyncDisposable {
  readonly url: string;
  /** Who sits at the browser, and what was asked of its sign-in. */
  readonly signIn: SignInServer;
  /** Logins that may read. */
  readonly readers: Set<string>;
  /** Repositories that everyone may read, as `owner/name`. */
  readonly open: Set<string>;
  /** Every request of git, as `<login or nobody> <path>`. */
  readonly asked: string[];
}

/** @param repositories Git directories by `owner/name`. */
export function startPrivateForge(repositories: ReadonlyMap<string, GitRepository>): PrivateForge {
  const signIn = startSignInServer("forgejo");
  const readers = new Set<string>();
  const open = new Set<string>();
  const asked: string[] = [];
  const git = createGitHttpServer({
    repositories: new Map([...repositories].map(([name, { gitDir }]) => [name, gitDir])),
    async intercept(request) {
      const { pathname, search } = new URL(request.url);
      const [, repository] = /^\/api\/v1\/repos\/([^/]+\/[^/]+)$/.exec(pathname) ?? [];
      if (repository !== undefined) return told(request, repository);
      const [, name] = /^\/(.+?)(?:\.git)?\/(?:info\/refs|git-upload-pack)$/.exec(pathname) ?? [];
      if (name === undefined) {
        const { method, headers, body } = request;
        return await fetch(signIn.url + pathname + search, { method, headers, body, redirect: "manual" });
      }
      const login = signIn.tokens.get(tokenOf(request))?.login ?? null;
      asked.push(`${login ?? "nobody"} ${pathname}`);
      if (open.has(name) || (login !== null && readers.has(login))) return undefined;
      await request.body?.cancel();
      return new Response("no", { status: 401, headers: { "www-authenticate": 'Basic realm="forge"' } });
    },
  });
  /** What its API says of a repository to who may read it. */
  async function told(request: Request, path: string): Promise<Response> {
    await request.body?.cancel();
    const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    const login = signIn.tokens.get(token)?.login ?? null;
    const isReader = login !== null && readers.has(login);
    const id = [...repositories.keys()].indexOf(path) + 1;
    if (id === 0 || (!open.has(path) && !isReader)) return new Response("no", { status: 404 });
    const [owner = "", name = ""] = path.split("/");
    return Response.json({ id, name, owner: { login: owner }, private: !open.has(path) });
  }

  return {
    url: git.url,
    signIn,
    readers,
    open,
    asked,
    async [Symbol.asyncDispose]() {
      await git[Symbol.asyncDispose]();
      await signIn[Symbol.asyncDispose]();
    },
  };
}

/** Git sends a token as a password. */
function tokenOf(request: Request): string {
  const basic = /^Basic (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  return Buffer.from(basic, "base64").toString().split(":")[1] ?? "";
}
