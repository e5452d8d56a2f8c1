import type { Brand } from "../brand.ts";

/** SHA-256 of a secret, 64 hex digits: the only thing that is stored of it. */
export type SecretDigest = Brand<string, "SecretDigest">;
