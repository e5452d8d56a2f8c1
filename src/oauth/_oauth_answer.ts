/** Answers of the OAuth endpoints: JSON that nobody keeps, and refusals in the words of RFC 6749 5.2. */

/** `description` is a sentence for the client's developer; nothing that was sent stands in it. */
export interface OAuthRefusal {
  readonly error: string;
  readonly description: string;
}

const NO_STORE = { "cache-control": "no-store", "pragma": "no-cache" };

export function oauthAnswer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: NO_STORE });
}

export function oauthRefusal(
  { error, description }: OAuthRefusal,
  status: number = statusOf(error),
  headers: Readonly<Record<string, string>> = {},
): Response {
  const challenge = status === 401 ? { "www-authenticate": 'Basic realm="skillmount"' } : {};
  return Response.json(
    { error, error_description: description },
    { status, headers: { ...NO_STORE, ...challenge, ...headers } },
  );
}

function statusOf(error: string): number {
  switch (error) {
    case "invalid_client":
      return 401;
    case "temporarily_unavailable":
      return 503;
    default:
      return 400;
  }
}
