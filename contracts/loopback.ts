/**
 * Whether a host name, as a URL spells it, can only mean this machine: `localhost` and names below it
 * (RFC 6761, section 6.3), `127.0.0.0/8` and `[::1]`. Anything else may be a name that an attacker
 * points at this machine.
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}
