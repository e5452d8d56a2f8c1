/** The rows of apps in Deno KV, as they are validated when they are read (docs of the keys: `src/store`). */
import { z } from "zod";
import type { ClientDocument, ClientMetadata, RedirectUri, RegisteredClient } from "./clients.ts";

const time = z.number().nonnegative();

const metadata = z.object({
  name: z.string().nullable(),
  redirectUris: z.array(z.custom<RedirectUri>((value) => typeof value === "string")),
  authentication: z.enum(["none", "client_secret_basic", "client_secret_post"]),
}) satisfies z.ZodType<ClientMetadata>;

const registered = metadata.extend({
  secretDigest: z.string().regex(/^[0-9a-f]{64}$/).nullable(),
  registeredAt: time,
}) satisfies z.ZodType<RegisteredClient>;

export const CLIENT_RECORD = z.object({
  client: registered,
  /** Whether anybody ever granted it anything; until then it also has a row among the unused ones. */
  isUsed: z.boolean(),
});

export const CLIENT_DOCUMENT = z.object({
  metadata: metadata.nullable(),
  reason: z.string().nullable(),
  until: time,
}) satisfies z.ZodType<ClientDocument>;
