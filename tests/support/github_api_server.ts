/** A stand-in for GitHub's REST API on loopback: it knows repositories, and answers otherwise when told to. */

export interface GithubRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly description?: string | null;
  readonly private?: boolean;
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
    const moved = renamed.get(name.toLowerCase());
    if (moved !== undefined) {
      return json({ message: "Moved Permanently" }, 301, { location: `${origin}/repositories/${moved}` });
    }
    const found = byName.get(name.toLowerCase()) ??
      [...byName.values()].find((repository) => String(repository.id) === id);
    if (found === undefined) return json({ message: "Not Found", status: "404" }, 404);
    const body = {
      id: found.id,
      node_id: `R_${found.id}`,
      name: found.name,
      full_name: `${found.owner}/${found.name}`,
      private: found.private ?? false,
      owner: { login: found.owner, id: 1, avatar_url: "https://avatars.example/1", type: "Organization" },
      description: found.description ?? null,
      default_branch: "main",
      visibility: found.private ? "private" : "public",
    };
    const etag = `"${found.id}-${found.owner}-${found.name}-${found.description ?? ""}"`;
    if (request.headers.get("if-none-match") === etag) {
      return new Response(null, { status: 304, headers: { etag } });
    }
    return json(body, 200, { etag, "x-ratelimit-remaining": "59" });
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

function json(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}
