import type { CommitHash, HostKey } from "../../contracts/addresses.ts";
import type { Mount, RepositoryId } from "../../contracts/ports.ts";
import { ROOT_PATH } from "../../src/format/mod.ts";

/** A mount of a public repository on a moving ref. */
export function mountOf(): Mount {
  const host = "gh" as HostKey;
  const id = "1" as RepositoryId;
  const commit = "a".repeat(40) as CommitHash;
  return {
    viewer: { kind: "anonymous" },
    address: { host, owner: "acme", repo: "library", revision: { kind: "default" }, path: ROOT_PATH },
    repository: {
      host,
      id,
      owner: "acme",
      name: "library",
      description: null,
      picture: null,
      visibility: "public",
      defaultBranch: "main",
    },
    resolution: { commit, kind: "branch", name: "main", onDefaultBranch: true },
    pinned: false,
    verified: false,
    snapshot: { host, repository: id, commit, rules: "1", serving: "licensed" },
    validUntil: 60_000,
    webUrl: () => null,
    rawUrl: () => null,
  };
}
