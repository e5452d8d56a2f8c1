import { Buffer } from "node:buffer";
import type { Clock } from "../../../contracts/ambient.ts";
import type { ClientId, ClientMetadata, ClientStore } from "../../../contracts/auth/clients.ts";
import { digestOf, type RandomBytes } from "../secrets.ts";
import { newClientId } from "./client_id.ts";

export interface RegisterClientDeps {
  readonly clients: ClientStore;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export interface Registration {
  readonly id: ClientId;
  /** Told this once; null for a public client. */
  readonly secret: string | null;
}

const SECRET_BYTES = 32;
const ID_BYTES = 16;

/**
 * Dynamic client registration (RFC 7591). The id of a public client is made of what it registered:
 * hosted clients register again and again, and all of it is one client and one row.
 */
export async function registerClient(
  metadata: ClientMetadata,
  { clients, clock, randomBytes }: RegisterClientDeps,
): Promise<Registration> {
  const isPublic = metadata.authentication === "none";
  const secret = isPublic ? null : Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
  const { name, redirectUris } = metadata;
  const id = newClientId(
    isPublic
      ? digestOf(JSON.stringify([name, redirectUris]))
      : Buffer.from(randomBytes(ID_BYTES)).toString("hex"),
  );
  await clients.register(id, {
    ...metadata,
    secretDigest: secret === null ? null : digestOf(secret),
    registeredAt: clock.now(),
  });
  return { id, secret };
}
