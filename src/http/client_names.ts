import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { isLoopback } from "../../contracts/loopback.ts";
import type { NetworkId } from "../../contracts/auth/network_id.ts";

/** Who sent a request, as far as the server was given it. */
interface Sender {
  /** The address of the other end of the connection; null when it is not known. */
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
export function createClientNames(secret: string): (sender: Sender) => (() => NetworkId) | undefined {
  return ({ peer, forwardedFor }) => {
    if (peer === null) return undefined;
    return () => {
      const network = networkOf(peer);
      const behind = network !== null && isLoopback(network) ? networkOf(lastOf(forwardedFor ?? "")) : null;
      const named = behind ?? network ?? peer;
      return createHash("sha256").update(`${secret} ${named}`).digest("base64url").slice(0, 22) as NetworkId;
    };
  };
}

function lastOf(list: string): string {
  const last = list.slice(list.lastIndexOf(",") + 1).trim();
  // Some proxies add the port.
  return /^\[([^\]]*)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last;
}

/** Whose an address is; null for what is no IP address. A socket for both families names an IPv4 peer as IPv6. */
function networkOf(text: string): string | null {
  // Shorter and octal spellings are what other readers take for another address.
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return null;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  if (address.range() === "loopback") return address.toRFC5952String();
  return address.parts.slice(0, 4).map((group) => group.toString(16)).join(":");
}
