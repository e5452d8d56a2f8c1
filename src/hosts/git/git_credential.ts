import { createHash } from "node:crypto";
import type { HostCredential } from "../../../contracts/git_host.ts";

/** A credential as git's transport sends it. */
export interface GitCredential {
  /** Tells it from others and cannot be turned back into it: what is remembered of a repository is remembered under it too. */
  readonly name: string;
  /** The value of the `authorization` header. */
  readonly authorization: string;
}

/** @param user What the host wants to be told beside a token. */
export function gitCredential({ token }: HostCredential, user: string): GitCredential {
  return {
    name: createHash("sha256").update(token).digest("base64url"),
    authorization: `Basic ${btoa(`${user}:${token}`)}`,
  };
}
