/**
 * A stand-in for GitHub's REST API on loopback: it knows repositories, and answers otherwise when told to.
 * What it answers is held against GitHub's own description by `github_api_server_test.ts`.
 */
import { githubRepositoryBody } from "./github_repository_body.ts";

export interface GithubRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly description?: string | null;
  readonly private?: boolean;
  /** The owner's; on GitHub's own place for pictures when left out. */
  readonly picture?: string;
}

export interface GithubApiServer extends AsyncDisposable {
  /** The origin, such as `http://127.0.0.1:4321`. */
  readonly url: string;
  /** By `owner/name`; may be changed while it serves. */
  readonly repositories: Map<string, GithubRepository>;
  /** Names that were given up: they lead to the repository of that number. */
  readonly renamed: Map<string, number>;
  /** Every request, newest last. */
  readonly requests: Request[];
  /** Answers in place of the stand-in; undefined leaves the request to it. */
  answer: ((request: Request) => Response | Promise<Response> | undefined) | null;
}

/** When the quota is there again. Seconds since the epoch. */
const QUOTA_RESET = 1_893_460_000;

/** Where requests are led that must not go there. */
const ANOTHER_HOST = "https://evil.example/repos/acme/library";

/** What GitHub, or something between, may answer instead: values for `answer`. */
export const GITHUB_TROUBLES = {
  "no quota": () =>
    json({ message: "API rate limit exceeded", documentation_url: DOCUMENTATION }, 403, {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(QUOTA_RESET),
    }),
  "too many requests": () =>
    json({ message: "You have exceeded a secondary rate limit", documentation_url: DOCUMENTATION }, 429, {
      "retry-after": "30",
    }),
  "too many requests, no time": () => json({ message: "Too many requests" }, 429),
  "a refusal": () => json({ message: "Forbidden", status: "403" }, 403),
  "a bad token": () => json({ message: "Bad credentials", status: "401" }, 401),
  "not found": () => json({ message: "Not Found", status: "404" }, 404),
  "a conflict": () => json({ message: "Git Repository is empty.", status: "409" }, 409),
  "closed by law": () => json({ message: "Repository access blocked", status: "451" }, 451),
  "a fault": () => new Response("oops", { status: 500, headers: { "content-type": "text/html" } }),
  "moved to an id": (request: Request) =>
    request.url.includes("/repositories/") ? undefined : moved("/repositories/4711"),
  "moved to another host": () => moved(ANOTHER_HOST),
  "a drip without end": () => new Response(drip(), { headers: { "content-type": "application/json" } }),
  "a length that is too long": () => withLength("{}", 1000),
  "a length that is too short": () => withLength('{"id":4711}', 3),
} as const satisfies Record<string, NonNullable<GithubApiServer["answer"]>>;

const DOCUMENTATION = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";

export function createGithubApiServer(repositories: readonly GithubRepository[]): GithubApiServer {
  const byName = new Map(
    repositories.map((repository) => [`${repository.owner}/${repository.name}`.toLowerCase(), repository]),
  );
  const renamed = new Map<string, number>();
  const requests: Request[] = [];

  async function respond(request: Request): Promise<Response> {
    requests.push(request);
    const answered = await api.answer?.(request);
    if (answered !== undefined) return answered;
    const { pathname, origin } = new URL(request.url);
    const [, name = ""] = /^\/repos\/([^/]+\/[^/]+)$/.exec(pathname) ?? [];
    const [, id = ""] = /^\/repositories\/(\d+)$/.exec(pathname) ?? [];
    const number = renamed.get(name.toLowerCase());
    if (number !== undefined) return moved(`${origin}/repositories/${number}`);
    const found = byName.get(name.toLowerCase()) ??
      [...byName.values()].find((repository) => String(repository.id) === id);
    if (found === undefined) return GITHUB_TROUBLES["not found"]();
    const etag = `"${found.id}-${found.owner}-${found.name}-${found.description ?? ""}"`;
    if (request.headers.get("if-none-match") === etag) {
      return new Response(null, { status: 304, headers: { etag } });
    }
    return json(githubRepositoryBody(found), 200, { etag, "x-ratelimit-remaining": "59" });
  }

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, respond);
  const api: GithubApiServer = {
    url: `http://127.0.0.1:${server.addr.port}`,
    repositories: byName,
    renamed,
    requests,
    answer: null,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return api;
}

function moved(location: string): Response {
  const body = { message: "Moved Permanently", url: location, documentation_url: DOCUMENTATION };
  return json(body, 301, { location });
}

function json(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** A length that the body does not have; a stream keeps the runtime from putting it right. */
function withLength(body: string, length: number): Response {
  const headers = { "content-type": "application/json", "content-length": String(length) };
  return new Response(ReadableStream.from([new TextEncoder().encode(body)]), { headers });
}

/** A byte at a time, for as long as somebody reads. */
function drip(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      controller.enqueue(new TextEncoder().encode(" "));
    },
  }, { highWaterMark: 0 });
}
