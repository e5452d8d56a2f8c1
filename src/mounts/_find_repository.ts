import type { Clock, GitHost, HostFailure, Repository } from "../../contracts/ports.ts";
import type { Result } from "../../contracts/result.ts";
import { lifetimeEnd } from "./_lifetime.ts";
import { createMemory, type Remembered } from "./_remembered.ts";

/** Facts about a repository under a name, from the process's memory while they may be believed. */
export type FindRepository = (
  host: GitHost,
  owner: string,
  name: string,
) => Promise<Remembered<Result<Repository, HostFailure>>>;

export function createFindRepository(clock: Clock, maxBytes: number): FindRepository {
  const remember = createMemory<Result<Repository, HostFailure>>(clock, maxBytes);
  return (host, owner, name) =>
    remember(`${host.key}/${owner}/${name}`, async () => {
      const asked = clock.now();
      const value = await host.repository(owner, name);
      return { value, until: lifetimeEnd(asked, host.lifetimes.repository, value.ok) };
    });
}
