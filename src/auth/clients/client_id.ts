import type { ClientId } from "../../../contracts/auth/clients.ts";

const LONGEST = 2048;
const REGISTERED = /^dc_[0-9a-f]{32,64}$/;

/** `digits`: lower-case hex, 32 to 64 of them. */
export function newClientId(digits: string): ClientId {
  return proved(`dc_${digits}`);
}

/** Null: no id that a client of this server can have. */
export function parseClientId(text: string): ClientId | null {
  if (text.length > LONGEST) return null;
  return REGISTERED.test(text) || /^https:\/\/[\x21-\x7e]+$/.test(text) ? proved(text) : null;
}

/** Whether its metadata lie behind its id, which is a URL. */
export function isDocumentId(id: ClientId): boolean {
  return id.startsWith("https://");
}

function proved(text: string): ClientId {
  return text as ClientId;
}
