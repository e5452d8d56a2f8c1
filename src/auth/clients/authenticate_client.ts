import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import type { ClientId, ClientStore } from "../../../contracts/auth/clients.ts";
import { digestOf } from "../secrets.ts";
import { isDocumentId, parseClientId } from "./client_id.ts";

/** What a client shows at the token endpoint (RFC 6749 2.3). */
export interface ClientCredentials {
  /** The `authorization` header. */
  readonly header: string | null;
  readonly id: string | null;
  readonly secret: string | null;
}

/** `document`: named by a URL, and proved only by what it presents, of which somebody who allowed it knows the id. */
export interface AuthenticatedClient {
  readonly id: ClientId;
  readonly isDocument: boolean;
}

/** Null: unknown, or not proved. Fetches nothing. */
export async function authenticateClient(
  credentials: ClientCredentials,
  clients: ClientStore,
): Promise<AuthenticatedClient | null> {
  const candidates = candidatesOf(credentials);
  for (const { id: text, secret } of candidates) {
    const id = parseClientId(text);
    if (id === null) continue;
    if (isDocumentId(id)) return { id, isDocument: true };
    const client = await clients.find(id);
    if (client === null) continue;
    if (client.secretDigest === null || isSecret(secret, client.secretDigest)) {
      return { id, isDocument: false };
    }
  }
  return null;
}

/** Basic credentials are form-encoded (RFC 6749 2.3.1), but by many clients are not: both readings are tried. */
function candidatesOf({ header, id, secret }: ClientCredentials) {
  const basic = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? "")?.[1];
  if (basic === undefined) return id === null ? [] : [{ id, secret }];
  const text = Buffer.from(basic, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return [];
  const [name, password] = [text.slice(0, colon), text.slice(colon + 1)];
  // A form that names somebody else is nobody's.
  const isSame = (candidate: string) => id === null || id === candidate;
  return [{ id: name, secret: password }, { id: decoded(name), secret: decoded(password) }]
    .filter((candidate) => isSame(candidate.id));
}

function decoded(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll("&", "%26")}`).get("x") ?? "";
}

function isSecret(secret: string | null, digest: string): boolean {
  return secret !== null && timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(digest));
}
