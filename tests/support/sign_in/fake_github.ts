/**
 * GitHub over one socket, as far as this server knows it: sign-in, the REST API for people and for an app that is installed, and
 * git. What is not public it shows to whom it lets, by a token of theirs or of the installation, and to nobody else.
 */
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { jwtVerify } from "jose";
import { createGitHttpServer } from "../git_http_server.ts";
import { githubRepositoryBody } from "../github_repository_body.ts";
import type { ManualClock } from "../manual_clock.ts";
import { type SignInServer, startSignInServer } from "./sign_in_server.ts";

export interface FakeRepository {
  id: number;
  gitDir: string;
  isPrivate: boolean;
  /** Logins of whom it is shown while it is private. */
  readonly readers: Set<string>;
  /** Logins of who may push to it; nobody when left out. */
  readonly writers?: Set<string>;
  /** Whether its owner installed the app for it. */
  isInstalled: boolean;
}

export interface FakeGithub extends AsyncDisposable {
  readonly url: string;
  readonly apiUrl: string;
  readonly signIn: SignInServer;
  /** By `owner/name`, in lower case. */
  readonly repositories: Map<string, FakeRepository>;
  readonly app: { readonly id: string; readonly privateKey: string };
  /** Every request but those of signing in, as `METHOD path by`: `anyone`, a login, `app` or `installation`. */
  readonly asked: string[];
  /** Answers in place of it; undefined leaves the request to it. */
  answer: ((request: Request) => Response | undefined) | null;
}

const HOUR_MS = 3_600_000;
const INSTALLATION = 5;
const APP_ID = "4242";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

type Asker =
  | { readonly kind: "anyone" | "app" | "stranger" }
  | { readonly kind: "person"; readonly login: string }
  | { readonly kind: "installation"; readonly repository: number };

const NOT_FOUND = () => Response.json({ message: "Not Found" }, { status: 404 });

export function fakeGithub(clock: ManualClock): FakeGithub {
  const signIn = startSignInServer("github");
  const gitDirs = new Map<string, string>();
  const installationTokens = new Map<string, { readonly repository: number; readonly expiresAt: number }>();
  let count = 0;

  async function whoAsks(request: Request): Promise<Asker> {
    const header = request.headers.get("authorization");
    if (header === null) return { kind: "anyone" };
    const basic = /^Basic (.+)$/.exec(header)?.[1];
    const token = basic === undefined ? header.replace(/^Bearer /, "") : atob(basic).split(":")[1] ?? "";
    const person = signIn.tokens.get(token);
    if (person !== undefined) return { kind: "person", login: person.login };
    const installation = installationTokens.get(token);
    if (installation !== undefined && clock.now() < installation.expiresAt) {
      return { kind: "installation", repository: installation.repository };
    }
    const isApp = await jwtVerify(token, createPublicKey(publicKey), {
      issuer: APP_ID,
      currentDate: new Date(clock.now()),
      maxTokenAge: 600,
    }).then(() => true, () => false);
    return { kind: isApp ? "app" : "stranger" };
  }

  function shows(repository: FakeRepository, asker: Asker): boolean {
    if (asker.kind === "stranger" || asker.kind === "app") return false;
    if (!repository.isPrivate) return true;
    // For a private repository GitHub answers an app's users only where the app is installed.
    if (asker.kind === "person") return repository.isInstalled && repository.readers.has(asker.login);
    return asker.kind === "installation" && repository.isInstalled && asker.repository === repository.id;
  }

  async function api(path: string, request: Request, asker: Asker): Promise<Response> {
    const number = /^\/repositories\/(\d+)$/.exec(path)?.[1];
    const byId = [...github.repositories].find(([, repository]) => String(repository.id) === number)?.[0];
    const [, name = byId ?? "", rest = ""] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? [];
    const repository = github.repositories.get(name.toLowerCase());
    if (rest === "/installation") {
      if (asker.kind !== "app") return Response.json({ message: "Bad credentials" }, { status: 401 });
      return repository?.isInstalled ? Response.json({ id: INSTALLATION }) : NOT_FOUND();
    }
    if (path === `/app/installations/${INSTALLATION}/access_tokens` && request.method === "POST") {
      if (asker.kind !== "app") return Response.json({ message: "Bad credentials" }, { status: 401 });
      return giveToken(await request.json());
    }
    if (asker.kind === "stranger") return Response.json({ message: "Bad credentials" }, { status: 401 });
    if (repository === undefined || !shows(repository, asker)) return NOT_FOUND();
    const [owner = "", short = ""] = name.split("/");
    const { id, isPrivate, writers } = repository;
    const push = asker.kind === "person" && (writers?.has(asker.login) ?? false);
    return Response.json({
      ...githubRepositoryBody({ id, owner, name: short, private: isPrivate }),
      ...(asker.kind === "person" && { permissions: { admin: false, push, pull: true } }),
    });
  }

  function giveToken({ repository_ids: ids, repositories: names }: Record<string, unknown>): Response {
    const found = [...github.repositories].find(([name, { id, isInstalled }]) =>
      isInstalled &&
      (Array.isArray(ids) && ids.includes(id) ||
        Array.isArray(names) && names.some((wanted) => name.endsWith(`/${wanted}`)))
    );
    if (found === undefined) return Response.json({ message: "Unprocessable Entity" }, { status: 422 });
    const token = `ghs_${++count}`;
    const expiresAt = clock.now() + HOUR_MS;
    installationTokens.set(token, { repository: found[1].id, expiresAt });
    const body = { token, expires_at: new Date(expiresAt).toISOString(), permissions: { contents: "read" } };
    return Response.json(body, { status: 201 });
  }

  const git = createGitHttpServer({
    repositories: gitDirs,
    async intercept(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname.startsWith("/login/") || pathname.startsWith("/api/user")) {
        const target = signIn.url + pathname + search;
        const { method, headers } = request;
        const body = method === "POST" ? await request.text() : null;
        return await fetch(target, { method, headers, body, redirect: "manual" });
      }
      const asker = await whoAsks(request);
      const by = asker.kind === "person" ? asker.login : asker.kind;
      github.asked.push(`${request.method} ${pathname} ${by}`);
      const instead = github.answer?.(request);
      if (instead !== undefined) return instead;
      if (pathname.startsWith("/api/")) return await api(pathname.slice("/api".length), request, asker);
      const name = /^\/([^/]+\/[^/]+?)(?:\.git)?\/(?:info\/refs|git-upload-pack)$/.exec(pathname)?.[1] ?? "";
      const repository = github.repositories.get(name.toLowerCase());
      if (repository === undefined || !shows(repository, asker)) {
        await request.body?.cancel();
        return new Response(null, { status: 401, headers: { "www-authenticate": "Basic" } });
      }
      gitDirs.set(name, repository.gitDir);
      return undefined;
    },
  });

  const github: FakeGithub = {
    url: git.url,
    apiUrl: `${git.url}/api`,
    signIn,
    repositories: new Map(),
    app: { id: APP_ID, privateKey },
    asked: [],
    answer: null,
    async [Symbol.asyncDispose]() {
      await Promise.all([git[Symbol.asyncDispose](), signIn[Symbol.asyncDispose]()]);
    },
  };
  return github;
}
