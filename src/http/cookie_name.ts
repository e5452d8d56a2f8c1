/**
 * What a cookie of the server at `origin` is called. The prefix binds it to this host (RFC 6265bis 4.1.3.2), so
 * that no neighbour can set one; browsers refuse it without TLS, which loopback does not have.
 */
export function cookieName(name: "signin" | "session" | "return", origin: string): string {
  return `${origin.startsWith("https:") ? "__Host-" : ""}skillmount_${name}`;
}
