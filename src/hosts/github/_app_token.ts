import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import type { Clock } from "../../../contracts/ambient.ts";

/** What a GitHub App proves itself with. */
export interface GithubAppKey {
  /** The app's number, or its client id: GitHub takes either. */
  readonly id: string;
  /** RSA, as PEM: PKCS#1, as GitHub hands it out, or PKCS#8. A secret. */
  readonly privateKey: string;
}

/** A clock that is ahead of GitHub's would have signed in the future. */
const BEFORE_SECONDS = 60;
/** GitHub takes ten minutes at most. */
const LIFETIME_SECONDS = 480;

/** Signs a token that stands for the app itself, for a few minutes: it is made for each request, and kept nowhere. */
export function createAppToken({ id, privateKey }: GithubAppKey, clock: Pick<Clock, "now">) {
  const key = createPrivateKey(privateKey);
  return async function appToken(): Promise<string> {
    const now = Math.floor(clock.now() / 1000);
    return await new SignJWT({})
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(id)
      .setIssuedAt(now - BEFORE_SECONDS)
      .setExpirationTime(now + LIFETIME_SECONDS)
      .sign(key);
  };
}
