import { createHash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { isLoopback } from "../../contracts/loopback.ts";
import type { ClientId } from "../../contracts/mounts.ts";

/** A connection as the server was given it. */
export interface Connection {
  /** The address of the other end; null when it is not known. */
  readonly peer: string | null;
  /** The header of that name. */
  readonly forwardedFor: string | null;
}

/**
 * Names clients by digests that mean nothing outside this process, so that no address is kept. A client is
 * an IPv4 address, or the /64 of an IPv6 address, of which anybody has all. Where a proxy on this machine
 * connects, it is the address that the proxy added last to `x-forwarded-for`: what stands before it is
 * whatever the client sent, and so is the whole header where anybody else connects.
 *
 * @param secret Known to this process alone.
 * @returns The name, made once it is asked for; undefined where no address is known.
 */
export function createClientNames(secret: string): (connection: Connection) => (() => ClientId) | undefined {
  return ({ peer, forwardedFor }) => {
    if (peer === null) return undefined;
    return () => {
      const network = networkOf(peer);
      const behind = network !== null && isLoopback(network) ? networkOf(lastOf(forwardedFor ?? "")) : null;
      const named = behind ?? network ?? peer;
      return createHash("sha256").update(`${secret} ${named}`).digest("base64url").slice(0, 22) as ClientId;
    };
  };
}

function lastOf(list: string): string {
  const last = list.slice(list.lastIndexOf(",") + 1).trim();
  // Some proxies add the port.
  return /^\[([^\]]*)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last;
}

/** Whose an address is; null for what is no IP address. */
function networkOf(address: string): string | null {
  if (isIPv4(address)) return address;
  const [bare = ""] = address.split("%", 1);
  const canonical = isIPv6(bare) ? URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) : undefined;
  if (canonical === undefined) return null;
  if (canonical === "::1") return canonical;
  const [start = "", end] = canonical.split("::");
  const [before, after] = [groupsOf(start), groupsOf(end ?? "")];
  const groups = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  const [high = 0, low = 0] = groups.slice(6);
  // A socket for both families names an IPv4 peer so.
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
  return groups.slice(0, 4).map((group) => group.toString(16)).join(":");
}

function groupsOf(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => parseInt(group, 16));
}
