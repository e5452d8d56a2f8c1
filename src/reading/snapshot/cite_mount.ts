import type { HostTable } from "../../../contracts/addresses.ts";
import type { Mount, SnapshotKey } from "../../../contracts/mounts.ts";
import type { CommitCitation } from "../../../contracts/source.ts";
import { formatAddress, ROOT_PATH } from "../../format/mod.ts";

type Cited = Pick<Mount, "address" | "resolution" | "pinned" | "verified" | "stale">;

/** By the snapshot's key, of which every opening of an address has its own. */
const known = new WeakMap<SnapshotKey, { readonly of: Cited; readonly citation: CommitCitation }>();

/** What a result names as where it comes from; known before the commit is indexed. Made once an opening. */
export function citeMount(mount: Mount, hosts: HostTable): CommitCitation {
  const made = known.get(mount.snapshot);
  if (made !== undefined && isSame(made.of, mount)) return made.citation;
  const { address, resolution, pinned, verified, stale } = mount;
  const citation = cite(mount, hosts);
  known.set(mount.snapshot, {
    of: { address, resolution, pinned, verified, ...(stale && { stale }) },
    citation,
  });
  return citation;
}

function isSame(one: Cited, other: Cited): boolean {
  return one.address === other.address && one.resolution === other.resolution &&
    one.pinned === other.pinned && one.verified === other.verified && one.stale === other.stale;
}

function cite(mount: Mount, hosts: HostTable): CommitCitation {
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
