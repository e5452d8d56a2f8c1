import ipaddr from "ipaddr.js";

/**
 * Whether an IP address lies in the public internet. Of IPv6 only `2000::/3` does: the old forms that hold
 * an IPv4 address, `::127.0.0.1` for one, count as unicast and lead inside.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
}
