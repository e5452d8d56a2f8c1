import type { Address, HostKey, HostTable } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { GitHost } from "../../contracts/git_host.ts";
import type { NameStore } from "../../contracts/mounts.ts";
import type { Trust, TrustEntry, TrustLists } from "../../contracts/trust.ts";
import type { TrustAction } from "../../contracts/rest/requests.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { formatAddress, parseAddress, ROOT_PATH } from "../format/mod.ts";
import { hostUnusable, repositoryNotFound } from "./_failures.ts";

export interface TrustRegisterDeps {
  readonly hosts: ReadonlyMap<HostKey, GitHost>;
  readonly trust: TrustLists;
  readonly names: Pick<NameStore, "read">;
}

/** What is said of the repository that an address names. */
export interface TrustedAddress extends Trust {
  /** Canonical, with its leading `/`. */
  readonly address: string;
  /** Milliseconds since the epoch; null: it is on no list. */
  readonly changedAt: number | null;
}

/** How an operator reads and changes the lists, by addresses. Whoever may is decided before. */
export interface TrustRegister {
  /** Every repository on a list, by address. */
  list(): Promise<readonly TrustedAddress[]>;
  /**
   * Puts a repository on a list, or takes it off all of them, also when its host no longer has it.
   *
   * @param text An address without ref and path; its leading `/` may be left out.
   * @returns What is said of it now. Fails with an `address.*` code, `request.invalid`,
   * `mount.repo_not_found`, `mount.rate_limited` or `mount.unavailable`.
   */
  change(action: TrustAction, text: string): Promise<Result<TrustedAddress, Failure>>;
}

const ID_RETRY_MS = 60_000;

const LIST_OF = { verify: "verified", feature: "featured", block: "blocked" } as const;

export function createTrustRegister({ hosts, trust, names }: TrustRegisterDeps): TrustRegister {
  const hostRules: HostTable = new Map([...hosts].map(([key, host]) => [key, host.rules]));

  async function clear(address: Address): Promise<Result<TrustedAddress, Failure>> {
    const named = (await trust.list()).filter((entry) =>
      addressOf(entry) === formatAddress(address, hostRules)
    );
    for (const entry of named) await trust.clear(entry);
    // It may be on a list under a name that it had before.
    const found = await find(address);
    if (found.ok) await trust.clear({ host: found.value.host, repository: found.value.id });
    if (!found.ok && named.length === 0) return found;
    return success({
      address: formatAddress(address, hostRules),
      verified: false,
      featured: false,
      blocked: false,
      changedAt: null,
    });
  }

  async function find({ host: key, owner, repo: name }: Address) {
    const host = hosts.get(key);
    if (host === undefined) throw new TypeError(`Cannot find a repository on "${key}": no such host`);
    const known = (await names.read(key, `${owner}/${name}`))?.repository ?? null;
    const found = await host.repository(owner, name, { known });
    if (found.ok) {
      // On a list by its name alone it would leave the list once the host tells its id.
      const hasId = !found.value.stale || found.value.confirmed !== undefined;
      return hasId ? found : hostUnusable({ reason: "rate_limited", retryAfterSeconds: null }, ID_RETRY_MS);
    }
    return found.error.reason === "not_found" ? repositoryNotFound() : hostUnusable(found.error, 0);
  }

  function addressOf({ host, owner, name }: TrustEntry): string {
    const address = { host, owner, repo: name, revision: { kind: "default" }, path: ROOT_PATH } as const;
    return formatAddress(address, hostRules);
  }

  function described(entry: TrustEntry): TrustedAddress {
    const { verified, featured, blocked, changedAt } = entry;
    return { address: addressOf(entry), verified, featured, blocked, changedAt };
  }

  return {
    async list() {
      const entries = (await trust.list()).map(described);
      return entries.sort((one, other) => one.address < other.address ? -1 : 1);
    },

    async change(action, text) {
      const address = parseAddress(text.startsWith("/") ? text : `/${text}`, hostRules);
      if (!address.ok) return address;
      if (address.value.revision.kind !== "default" || address.value.path !== ROOT_PATH) {
        const reason = "a repository is trusted as a whole, so that its address has no ref and no path";
        return failure({ code: "request.invalid", reason });
      }
      if (action === "clear") return await clear(address.value);
      const found = await find(address.value);
      return found.ok ? success(described(await trust.add(found.value, LIST_OF[action]))) : found;
    },
  };
}
