import type { Address, HostKey, HostTable } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import type { Housekeeping, RepositoryKey } from "../../contracts/housekeeping.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { parseAddress, ROOT_PATH } from "../format/mod.ts";

export interface RepositoryLookup {
  readonly hosts: ReadonlyMap<HostKey, GitHost>;
  readonly housekeeping: Pick<Housekeeping, "repositories" | "holdings">;
}

/** A repository by its address: what it is in the store, however many were called so. */
export interface NamedRepository {
  readonly address: Address;
  readonly stored: readonly RepositoryKey[];
}

/**
 * The repository that an address without ref and path names: what is stored under that name, and what its
 * host has under it now. Its host need not answer.
 */
export async function findRepository(
  { hosts, housekeeping }: RepositoryLookup,
  text: string,
): Promise<Result<NamedRepository, Failure>> {
  const rules: HostTable = new Map([...hosts].map(([key, host]) => [key, host.rules]));
  const parsed = parseAddress(text.startsWith("/") ? text : `/${text}`, rules);
  if (!parsed.ok) return parsed;
  const address = parsed.value;
  if (address.revision.kind !== "default" || address.path !== ROOT_PATH) {
    return failure({
      code: "request.invalid",
      reason: "the address of a whole repository has no ref and no path",
    });
  }
  const host = hosts.get(address.host);
  if (host === undefined) throw new TypeError(`Cannot find a repository on "${address.host}": no such host`);

  const ids = new Set<RepositoryKey["repository"]>();
  const isNamed = namedLike(`${address.owner}/${address.repo}`, host.rules.ignoresCase);
  for await (const of of housekeeping.repositories()) {
    if (of.host !== address.host) continue;
    const { snapshots } = await housekeeping.holdings(of);
    if (snapshots.some(({ repository: { owner, name } }) => isNamed(`${owner}/${name}`))) {
      ids.add(of.repository);
    }
  }
  // It may be stored under a name that it had before.
  const now = await host.repository(address.owner, address.repo);
  if (now.ok) ids.add(now.value.id);
  return success({ address, stored: Array.from(ids, (repository) => ({ host: address.host, repository })) });
}

function namedLike(name: string, ignoresCase: boolean): (other: string) => boolean {
  return (other) => ignoresCase ? other.toLowerCase() === name.toLowerCase() : other === name;
}
