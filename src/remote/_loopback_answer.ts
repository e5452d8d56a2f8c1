/** Waits on this machine for the browser that comes back from a sign-in (RFC 8252, section 7.3). */
export interface LoopbackAnswer extends AsyncDisposable {
  readonly redirectUri: string;
  /** The first answer that names `state`; whatever else asks is sent away, and does not end the wait. */
  readonly answered: Promise<URL>;
}

const PATH = "/signed-in";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'",
  "referrer-policy": "no-referrer",
};

export function awaitAnswer(state: string): LoopbackAnswer {
  const { promise, resolve } = Promise.withResolvers<URL>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const url = new URL(request.url);
    if (url.pathname !== PATH || url.searchParams.get("state") !== state) {
      return new Response(page("There is nothing here", "Go back to where you came from."), {
        status: 404,
        headers: HEADERS,
      });
    }
    resolve(url);
    const refused = url.searchParams.has("error");
    return new Response(
      refused
        ? page("Nothing was allowed", "You can close this window.")
        : page("You are signed in", "You can close this window and go back to your agent."),
      { headers: { ...HEADERS, connection: "close" } },
    );
  });
  return {
    redirectUri: `http://127.0.0.1:${server.addr.port}${PATH}`,
    answered: promise,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
}
