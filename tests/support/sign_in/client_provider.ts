/** What an MCP client of either generation of the SDK keeps while somebody allows it to read. */
import assert from "node:assert/strict";

/** A token of the right form that nobody was given. */
const DEAD = `ot_${"A".repeat(64)}`;
const CALLS = 5;

interface Kept {
  client?: { client_id: string };
  tokens?: { access_token: string; token_type: string; refresh_token?: string };
  verifier?: string;
  /** Where the person was sent with the answer. */
  answer?: URL;
}

/** @param allow Has a person look at the authorize request, and gives where they are sent in the end. */
export function clientProvider(callback: string, allow: (authorizeUrl: URL) => Promise<URL>) {
  const kept: Kept = {};
  const provider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: "Flow",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: Kept["client"] & object) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: Kept["tokens"] & object) => void (kept.tokens = tokens),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? assert.fail("no verifier was kept"),
    async redirectToAuthorization(url: URL) {
      kept.answer = await allow(url);
    },
  };
  const codeOf = () => kept.answer?.searchParams.get("code") ?? assert.fail("no code came");
  const kill = () => {
    assert(kept.tokens !== undefined);
    kept.tokens = { ...kept.tokens, access_token: DEAD };
  };
  return { provider, kept, codeOf, kill };
}

/** Calls at once with a token that died all get their answer, and so does one with the next that dies. */
export async function outlivesItsToken(
  call: () => Promise<string>,
  expected: RegExp,
  { kept, kill }: ReturnType<typeof clientProvider>,
): Promise<void> {
  kill();
  for (const answer of await Promise.all(Array.from({ length: CALLS }, call))) {
    assert.match(answer, expected);
  }
  assert.notEqual(kept.tokens?.access_token, DEAD);
  kill();
  assert.match(await call(), expected, "the family lives");
}
