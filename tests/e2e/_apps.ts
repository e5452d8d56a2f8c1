/** An app on this computer that waits for the answer to its authorize request, as agents do. */
export interface WaitingApp extends AsyncDisposable {
  readonly callback: string;
  /** A page of the app, which opens what it is told in a window of its own and waits there. */
  readonly page: string;
}

/** Its page shows what the window that it opened tells it: the answer's query. */
const PAGE = `<!doctype html><html lang="en"><title>App</title><p id="told"></p><script>
addEventListener("message", ({ data }) => (document.querySelector("#told").textContent = data));
</script></html>`;

const CALLBACK =
  `<!doctype html><html lang="en"><title>Answered</title><p>You can close this window.</p><script>
opener?.postMessage(location.search, "*");
</script></html>`;

export function waitingApp(): WaitingApp {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const isAnswer = new URL(request.url).pathname === "/callback";
    return new Response(isAnswer ? CALLBACK : PAGE, { headers: { "content-type": "text/html" } });
  });
  const origin = `http://127.0.0.1:${server.addr.port}`;
  return {
    callback: `${origin}/callback`,
    page: `${origin}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
