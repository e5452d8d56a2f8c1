/**
 * Real `git http-backend` behind a small HTTP server on loopback. It serves what git serves; how much
 * of the protocol it offers can be chosen.
 */

export interface GitHttpServerOptions {
  /** Git directories by `owner/name`; each answers to `/owner/name.git` and `/owner/name`. */
  readonly repositories: ReadonlyMap<string, string>;
  /** Whether blobs can be withheld. */
  readonly filters?: boolean;
  /** Whether sizes can be asked for. */
  readonly objectInfo?: boolean;
  /** Whether objects that no ref leads to are had by their hash. */
  readonly anyHash?: boolean;
  /** Nothing is written into any repository: git is asked each question once, and what it answered is given again. */
  readonly isStill?: boolean;
  /** Answers instead of git; undefined leaves the request to git. */
  readonly intercept?: (request: Request) => Response | undefined | Promise<Response | undefined>;
}

export interface GitHttpServer extends AsyncDisposable {
  /** The origin, such as `http://127.0.0.1:4321`. */
  readonly url: string;
}

const CARRIAGE_RETURNS = /\r?\n/;
const HEADERS_END = 64 * 1024;

export function createGitHttpServer(options: GitHttpServerOptions): GitHttpServer {
  const ask = options.isStill ? askOnce(options) : (request: Request) => answer(request, options);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => await options.intercept?.(request) ?? await ask(request),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function askOnce(options: GitHttpServerOptions): (request: Request) => Promise<Response> {
  const answers = new Map<string, Promise<readonly [Uint8Array<ArrayBuffer>, ResponseInit]>>();

  async function whole(request: Request): Promise<readonly [Uint8Array<ArrayBuffer>, ResponseInit]> {
    const response = await answer(request, options);
    return [await response.bytes(), { status: response.status, headers: response.headers }];
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.bytes();
    // By the directory, for a name may come to mean another one.
    const [, name = ""] = /^\/(.+?)(?:\.git)?\/(?:info\/refs|git-upload-pack)$/.exec(pathname) ?? [];
    const asked = [pathname, search, options.repositories.get(name), ...request.headers].flat();
    const key = JSON.stringify([...asked, new TextDecoder("latin1").decode(body)]);
    const { url, method, headers } = request;
    const again = new Request(url, { method, headers, ...(method === "POST" && { body }) });
    const known = answers.get(key) ?? whole(again);
    answers.set(key, known);
    const [bytes, init] = await known;
    return new Response(bytes, init);
  };
}

async function answer(request: Request, options: GitHttpServerOptions): Promise<Response> {
  const url = new URL(request.url);
  const [, name = "", service = ""] =
    /^\/(.+?)(?:\.git)?\/(info\/refs|git-upload-pack)$/.exec(url.pathname) ?? [];
  const gitDir = options.repositories.get(name);
  if (gitDir === undefined) {
    await request.body?.cancel();
    return new Response("not found", { status: 404 });
  }
  const child = new Deno.Command("git", {
    args: ["http-backend"],
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: "/nonexistent",
      LC_ALL: "C",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_TRANSLATED: `${gitDir}/${service}`,
      REQUEST_METHOD: request.method,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers.get("content-type") ?? "",
      GIT_PROTOCOL: request.headers.get("git-protocol") ?? "",
      REMOTE_ADDR: "127.0.0.1",
      ...settings({
        "uploadpack.allowFilter": String(options.filters ?? true),
        "uploadpack.allowAnySHA1InWant": String(options.anyHash ?? true),
        "transfer.advertiseObjectInfo": String(options.objectInfo ?? false),
      }),
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const input = request.body === null
    ? child.stdin.close()
    : request.body.pipeTo(child.stdin).catch(() => {});
  const reader = child.stdout.getReader();
  const { headers, rest } = await readHeaders(reader);
  await input;
  const status = Number(/^\d{3}/.exec(headers.get("status") ?? "200")?.[0] ?? 500);
  headers.delete("status");
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      if (rest.length > 0) controller.enqueue(rest);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        await child.status;
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    async cancel() {
      // The client has seen enough; git would go on writing to nobody.
      await reader.cancel();
      await child.status;
    },
  });
  if (service !== "info/refs" || options.objectInfo) return new Response(body, { status, headers });
  // Some versions of git offer it whatever their configuration says.
  const advertisement = await new Response(body).text();
  return new Response(advertisement.replace("0010object-info\n", ""), { status, headers });
}

/** The headers of a CGI reply, and what of its body came with them. */
async function readHeaders(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<{ readonly headers: Headers; readonly rest: Uint8Array<ArrayBuffer> }> {
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  while (bytes.length < HEADERS_END) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes = Uint8Array.from([...bytes, ...value]);
    const text = new TextDecoder("latin1").decode(bytes);
    const end = /\r?\n\r?\n/.exec(text);
    if (end === null) continue;
    const lines = text.slice(0, end.index).split(CARRIAGE_RETURNS);
    const pairs = lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    return { headers: new Headers(pairs), rest: bytes.slice(end.index + end[0].length) };
  }
  throw new Error("Cannot read a reply of git http-backend: it has no headers");
}

function settings(values: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(values);
  return {
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(entries.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ])),
  };
}
