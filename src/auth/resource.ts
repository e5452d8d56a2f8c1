/**
 * What a token is good for (RFC 8707): the account, one address, or one set. Read tolerantly, since clients spell the
 * URL as a person typed it, and kept in one spelling.
 */
import type { Address, HostTable } from "../../contracts/addresses.ts";
import type { Audience } from "../../contracts/auth/viewer.ts";
import { formatAddress, parseAddress } from "../format/mod.ts";

/** `audience` is the canonical spelling, by which two resources are compared. */
export type ProtectedResource =
  | { readonly kind: "account"; readonly audience: Audience }
  | { readonly kind: "address"; readonly address: Address; readonly audience: Audience }
  | { readonly kind: "set"; readonly set: SetPlace; readonly audience: Audience };

/** Both in lower case, as they were asked for: an owner may have been called something else before. */
export interface SetPlace {
  readonly owner: string;
  readonly name: string;
}

export interface ResourcePlaces {
  /** Origin of the accounts, without a slash. */
  readonly issuer: string;
  /** Origin of the addresses; the issuer's where accounts have no host of their own. */
  readonly publicUrl: string;
  readonly hosts: HostTable;
}

const LONGEST = 4096;

export const ACCOUNT_ENDPOINT = "/api/mcp";

/** Null: no absolute URL of a resource of this deployment. An address or a set need not exist. */
export function parseResource(text: string, places: ResourcePlaces): ProtectedResource | null {
  if (text.length > LONGEST) return null;
  // The path as it was written: a URL parser would resolve its dots and escapes.
  const [, authority = "", path = ""] = /^(https?:\/\/[^/?#@\\\s]+)(\/[^?#\\\s]*)?$/i.exec(text) ?? [];
  const origin = URL.parse(authority)?.origin;
  if (origin === undefined) return null;
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  if (isAccount(origin, trimmed, places)) return accountResource(places);
  if (origin !== places.publicUrl) return null;
  const [, owner, name] = /^\/sets\/([a-z0-9-]+)\/([a-z0-9-]+)$/i.exec(trimmed) ?? [];
  if (owner !== undefined && name !== undefined) return setResource({ owner, name }, places);
  const address = parseAddress(trimmed, places.hosts);
  return address.ok ? addressResource(address.value, places) : null;
}

export function accountResource({ issuer }: ResourcePlaces): ProtectedResource {
  return { kind: "account", audience: proved(issuer) };
}

export function addressResource(address: Address, { publicUrl, hosts }: ResourcePlaces): ProtectedResource {
  return { kind: "address", address, audience: proved(publicUrl + formatAddress(address, hosts)) };
}

export function setResource(
  { owner, name }: SetPlace,
  { publicUrl }: Pick<ResourcePlaces, "publicUrl">,
): ProtectedResource {
  const set = { owner: owner.toLowerCase(), name: name.toLowerCase() };
  return { kind: "set", set, audience: proved(`${publicUrl}/sets/${set.owner}/${set.name}`) };
}

function isAccount(origin: string, path: string, { issuer, publicUrl }: ResourcePlaces): boolean {
  if (origin === issuer && path === "") return true;
  return path === ACCOUNT_ENDPOINT && (origin === issuer || origin === publicUrl);
}

function proved(text: string): Audience {
  return text as Audience;
}
