import type { Address } from "../../contracts/addresses.ts";
import type { GitHost, Stale } from "../../contracts/git_host.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { FoundRepository } from "./_find_repository.ts";
import { type Meaning, mustBeProven } from "./_resolve_revision.ts";

/** Which commit an address means and how that is served, whoever asks. */
export type Location = Omit<Mount, "viewer" | "repository" | "permit">;

export interface Located {
  readonly host: GitHost;
  readonly address: Address;
  readonly found: FoundRepository;
  readonly meaning: Meaning;
  /** Somebody vouches for the repository. */
  readonly vouched: boolean;
  /** The reading-rule version. */
  readonly rules: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export function locate({ host, address, found, meaning, vouched, rules, until }: Located): Location {
  const { repository } = found;
  const { resolution, staleSince, identified } = meaning;
  const { commit, onDefaultBranch } = resolution;
  const stale: Stale | null = staleSince === null ? found.stale : { what: "commit", asOf: staleSince };
  // Who vouches for a repository vouches for its default branch alone, and for nothing that took its name.
  const verified = vouched && onDefaultBranch && (repository.stale !== true || identified);
  return {
    address,
    resolution,
    pinned: address.revision.kind === "commit",
    verified,
    snapshot: {
      host: host.key,
      repository: repository.id,
      commit,
      rules,
      serving: verified ? "full" : "licensed",
    },
    validUntil: until,
    ...(mustBeProven(host, repository) && { mustBeProven: true }),
    ...(stale !== null && { stale }),
    webUrl: (path) => host.webUrl(repository, commit, path),
    rawUrl: (path) => host.rawUrl(repository, commit, path),
  };
}
