import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { KvConfig } from "../config/mod.ts";
import { keptInFile, keptInMemory, type KeptSecret, type ServerUrl, type SignedIn } from "../remote/mod.ts";

const SIGNED_IN = z.object({
  issuer: z.string(),
  clientId: z.string(),
  resource: z.string(),
  access: z.string(),
  refresh: z.string().nullable(),
});

/** A key, and the server that it opens. */
const KEY = z.object({ server: z.string(), key: z.string() });
export type KeptKey = z.infer<typeof KEY>;

/** What a sign-in at an address leaves: a file for each, which stays where it is whatever version reads it. */
export function keptSignIn(kv: KvConfig, url: ServerUrl): KeptSecret<SignedIn> {
  const name = createHash("sha256").update(url.href).digest("hex").slice(0, 16);
  return kept(kv, `${name}.json`, (value) => SIGNED_IN.safeParse(value).data ?? null);
}

/** The key that publishes; one at a time, so that nobody publishes where they do not mean to. */
export function keptKey(kv: KvConfig): KeptSecret<KeptKey> {
  return kept(kv, "key.json", (value) => KEY.safeParse(value).data ?? null);
}

function kept<Value>(kv: KvConfig, name: string, parse: (value: unknown) => Value | null): KeptSecret<Value> {
  return kv.kind === "file"
    ? keptInFile({ path: join(dirname(kv.path), "signed-in", name), parse })
    : keptInMemory();
}
