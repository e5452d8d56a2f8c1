/** An issuer of identity tokens over a socket, as the build systems of GitHub and Forgejo have one. */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export interface TokenIssuer extends AsyncDisposable {
  readonly url: string;
  /** How often its keys were asked for. */
  readonly asked: { count: number };
  /** Whether its keys can be had. */
  isAway: boolean;
  /** What `/job?audience=` says of the job that runs now. */
  job: JWTPayload;
  /** A token that says this; `key`: the name of the key that signs it. */
  token(claims: JWTPayload, key?: string): Promise<string>;
  /** Lets a key be found from now on. */
  show(key: string): void;
}

/** How to make the keys of `kid`: all tests share one pair a name, for they cost. */
const pairs = new Map<string, ReturnType<typeof generateKeyPair>>();

function pairOf(key: string) {
  const known = pairs.get(key) ?? generateKeyPair("ES256", { extractable: true });
  pairs.set(key, known);
  return known;
}

export function startTokenIssuer(): TokenIssuer {
  const shown = new Set(["first"]);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === "/job") {
      // As the runner's own service gives a job its token, for the audience that it asks for.
      const claims = { jti: crypto.randomUUID(), ...issuer.job, aud: searchParams.get("audience") ?? "" };
      return Response.json({ value: await issuer.token(claims) });
    }
    if (pathname !== "/.well-known/jwks") return new Response(null, { status: 404 });
    issuer.asked.count++;
    if (issuer.isAway) return new Response(null, { status: 503 });
    const keys = await Promise.all(
      [...shown].map(async (kid) => ({
        ...await exportJWK((await pairOf(kid)).publicKey),
        kid,
        alg: "ES256",
        use: "sig",
      })),
    );
    return Response.json({ keys });
  });
  const issuer: TokenIssuer = {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked: { count: 0 },
    isAway: false,
    job: {},
    async token(claims, key = "first") {
      return await new SignJWT({ iss: issuer.url, ...claims })
        .setProtectedHeader({ alg: "ES256", kid: key })
        .sign((await pairOf(key)).privateKey);
    },
    show: (key) => void shown.add(key),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return issuer;
}
