import type { Address, HostTable } from "../../../contracts/addresses.ts";
import { escapePath } from "./url_path.ts";

/**
 * The canonical text of an address, a URL path such as `/gh/acme/library@release/1.2:docs`. Written
 * with the fewest separators and escapes that `parseAddress()` reads back as the same address.
 */
export function formatAddress(address: Address, hosts: HostTable): string {
  const { host, owner, repo, revision, path } = address;
  const repository = `/${escapePath(host)}/${escapePath(owner)}/${escapePath(repo)}`;
  if (revision.kind === "default") {
    if (path === "") return repository;
    // Without the marker the path of a nested owner would read as more of the owner.
    const marker = hosts.get(host)?.nestedOwners ? "/-/" : "/";
    return `${repository}${marker}${escapePath(path)}`;
  }
  const ref = revision.kind === "commit" ? revision.hash : revision.name;
  const needsColon = ref.includes("/") || path.includes(":");
  const separator = needsColon ? ":" : path === "" ? "" : "/";
  return `${repository}@${escapePath(ref)}${separator}${escapePath(path)}`;
}
