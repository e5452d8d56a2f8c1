/** A server of documents on this machine, which a certificate of these tests vouches for. */
import assert from "node:assert/strict";

const AUTHORITY = new URL("authority_certificate.pem", import.meta.url);

export interface DocumentsServer extends AsyncDisposable {
  /** As `CIMD_ALLOW` takes it. */
  readonly place: string;
  /** The URL of a document. */
  at(path: string): string;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** What vouches for it: the text, and where it is. */
  readonly ca: string;
  readonly caFile: string;
}

/** @param answers What is at each path; the URL of the document is given. */
export async function documentsServer(
  answers: Readonly<Record<string, (url: string) => Response>>,
): Promise<DocumentsServer> {
  const cert = await Deno.readTextFile(new URL("localhost_certificate.pem", import.meta.url));
  const key = await Deno.readTextFile(new URL("localhost_key.pem", import.meta.url));
  const asked: string[] = [];
  const options = { hostname: "127.0.0.1", port: 0, cert, key, onListen: () => {} };
  const server = Deno.serve(options, (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return answers[pathname]?.(request.url) ?? assert.fail(pathname);
  });
  const place = `127.0.0.1:${server.addr.port}`;
  return {
    place,
    at: (path) => `https://${place}${path}`,
    asked,
    ca: await Deno.readTextFile(AUTHORITY),
    caFile: AUTHORITY.pathname,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
