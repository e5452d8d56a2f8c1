import type { Failure } from "../../../contracts/errors.ts";

/** Where accounts are, and addresses. Origins, without a slash. */
export interface AccountPlaces {
  readonly issuer: string;
  readonly publicUrl: string;
}

/** A failure to be let in to what an account has, with the challenge that goes with it. */
export type TellAccountRefusal = (failure: Failure, url: string) => Failure;

const ENDPOINT = "/api/mcp";

/**
 * The document of the account's endpoint under the name that `url` has for it (RFC 9728 3.1): what was configured, and of the
 * request no more than which of two origins it was sent to. Of a set, its own.
 */
export function accountMetadataUrl({ issuer, publicUrl }: AccountPlaces, url: string): string {
  const { host, pathname } = new URL(url);
  const [set] = /^\/sets\/[^/]+\/[^/]+/.exec(pathname) ?? [];
  if (set !== undefined) return `${publicUrl}/.well-known/oauth-protected-resource${set}`;
  const isElsewhere = host !== new URL(issuer).host && host === new URL(publicUrl).host;
  const isNamed = isElsewhere || pathname === ENDPOINT || pathname === `${ENDPOINT}/`;
  return `${isElsewhere ? publicUrl : issuer}/.well-known/oauth-protected-resource${isNamed ? ENDPOINT : ""}`;
}

/**
 * Adds what a client is to do about its credentials (RFC 6750 3). `places` null: nobody signs in here, so that there is
 * nothing to lead to, and a key is all that helps.
 */
export function createTellAccountRefusal(places: AccountPlaces | null): TellAccountRefusal {
  return function tellAccountRefusal(failure, url) {
    const parts = partsOf(failure);
    if (parts === null) return failure;
    const scope = `scope="${parts.scope}"`;
    // Which scope it takes is worth knowing without a place to ask for it; that it takes a key goes without saying.
    const told = places === null
      ? [parts.error, failure.code === "auth.insufficient_scope" ? scope : ""]
      : [parts.error, `resource_metadata="${accountMetadataUrl(places, url)}"`, scope];
    const challenge = ["Bearer", told.filter((part) => part !== "").join(", ")].join(" ").trimEnd();
    return { ...failure, hint: failure.hint ?? parts.hint, challenge };
  };
}

/** The same for the catalog, where a key of its own is all that helps. */
export const tellCatalogRefusal: TellAccountRefusal = (failure) =>
  failure.code === "auth.required" || failure.code === "auth.invalid_token"
    ? { ...failure, challenge: "Bearer" }
    : failure;

interface Parts {
  readonly error: string;
  readonly scope: string;
  /** What a person is to do. */
  readonly hint: string;
}

/** Null: no credentials would help. */
function partsOf({ code }: Failure): Parts | null {
  switch (code) {
    case "auth.required":
      return {
        error: "",
        scope: "registry:read",
        hint: "Send a key of the account in the authorization header, as Bearer sk_live_…",
      };
    case "auth.invalid_token":
      return {
        error: 'error="invalid_token"',
        scope: "registry:read",
        hint: "Copy the key again, or make another on the account's Connect page",
      };
    case "auth.insufficient_scope":
      return {
        error:
          'error="insufficient_scope", error_description="Only an account key with registry:write can write"',
        scope: "registry:write",
        hint: "Make a key that may publish, on the account's Connect page",
      };
    default:
      return null;
  }
}
