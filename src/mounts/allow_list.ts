import type { HostKey, HostTable } from "../../contracts/addresses.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { parseAddress, ROOT_PATH } from "../format/mod.ts";
import { ERRORS } from "../../contracts/errors.ts";

/** Whether a repository is served, by its names as its host or an address has them. */
export type AllowList = (host: HostKey, owner: string, repo: string) => boolean;

/** Stands for any repository while the rest of an entry is parsed: a name on every host. */
const ANY = "x";

/**
 * Parses the entries of an operator's list: `<host>/<owner>/<repo>`, or `<host>/<owner>/*` for all
 * repositories directly below an owner. Each must be an address that the hosts would take.
 *
 * @returns The list, or what is wrong with the first entry that is none.
 */
export function parseAllowList(entries: readonly string[], hosts: HostTable): Result<AllowList, string> {
  const repositories = new Set<string>();
  const owners = new Set<string>();
  for (const entry of entries) {
    const isOwner = entry.endsWith("/*");
    const address = parseAddress(`/${isOwner ? entry.slice(0, -1) + ANY : entry}`, hosts);
    if (!address.ok) {
      const { code, reason, hint } = address.error;
      return failure(`"${entry}" names no repository: ${hint ?? reason ?? ERRORS[code].sentence}`);
    }
    const { host, owner, repo, revision, path } = address.value;
    if (revision.kind !== "default" || path !== ROOT_PATH) {
      return failure(`"${entry}" is more than a repository: an entry has no ref and no path`);
    }
    if (isOwner) owners.add(`${host}/${owner}`);
    else repositories.add(`${host}/${owner}/${repo}`);
  }

  return success((host, owner, repo) => {
    const name = `${host}/${owner}/${repo}`;
    const canonical = hosts.get(host)?.ignoresCase ? name.toLowerCase() : name;
    return repositories.has(canonical) || owners.has(canonical.slice(0, canonical.lastIndexOf("/")));
  });
}
