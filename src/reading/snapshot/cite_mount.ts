import type { HostTable } from "../../../contracts/addresses.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { CommitCitation } from "../../../contracts/source.ts";
import { formatAddress, ROOT_PATH } from "../../format/mod.ts";

/** What a result names as where it comes from; known before the commit is indexed. */
export function citeMount(mount: Mount, hosts: HostTable): CommitCitation {
  const { address, resolution } = mount;
  const pinned = { ...address, revision: { kind: "commit", hash: resolution.commit } } as const;
  return {
    kind: "commit",
    repository: formatAddress({ ...address, revision: { kind: "default" }, path: ROOT_PATH }, hosts).slice(1),
    address: formatAddress(address, hosts),
    pinnedAddress: formatAddress(pinned, hosts),
    path: address.path,
    commit: resolution.commit,
    revision: { kind: resolution.kind, name: resolution.name },
    pinned: mount.pinned,
    verified: mount.verified,
    ...(mount.stale !== undefined && { stale: mount.stale }),
  };
}
