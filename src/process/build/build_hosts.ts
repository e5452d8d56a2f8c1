import type { Clock, Log } from "../../../contracts/ambient.ts";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { GitHost } from "../../../contracts/git_host.ts";
import { type ReadingLimits, STALE_SECONDS } from "../../../contracts/limits.ts";
import type { Config, LocalConfig } from "../../config/mod.ts";
import { createGitHost } from "../../hosts/git/mod.ts";
import { createGithubHost } from "../../hosts/github/mod.ts";
import { createGitRunner, createLocalHost } from "../../hosts/local/mod.ts";
import { measuredHost } from "../../hosts/measured/mod.ts";
import type { MetricsRegistry } from "../../http/mod.ts";

/** The account that sees what `LOCAL_PRIVATE` names, and what asks on its behalf: it is all on one machine. */
export const DEV_ACCOUNT = "dev";

export interface LocalSources {
  /** Directories by `owner/name`. */
  readonly directories: ReadonlyMap<string, string>;
  /** The operator's own list of files that are not to be served; null without one. */
  readonly excludesFile: string | null;
}

export interface HostsDeps {
  readonly clock: Clock;
  readonly metrics: MetricsRegistry;
  readonly log: Log;
}

/** Every git host that the configuration names, measured. */
export function buildHosts(
  config: Config,
  sources: LocalSources,
  { clock, metrics, log }: HostsDeps,
): GitHost[] {
  const { local, github, gitHosts, lifetimes, limits } = config;
  // Where people sign in there is an API that tells who they are, and which repository a name leads to.
  const forges = new Set(config.authorization?.apps.map(({ key }) => key));
  const remote = (key: HostKey) => ({
    key,
    lifetimes: { ...lifetimes, stale: STALE_SECONDS },
    readFileBytes: limits.readFileBytes,
    fetch,
    clock,
    onRequest: (kind: string) => metrics.count("skillmount_host_requests_total", { host: key, kind }),
    onForeign: () => log("warn", "host.not_git", { host: key }),
  });
  const hosts = [
    ...(local === null ? [] : [localHost(local, limits, sources, clock)]),
    ...(github === null ? [] : [createGithubHost({
      ...github,
      ...remote(github.key),
      onAppRefused: () =>
        log("error", "host.app_refused", { host: github.key, hint: "Look at GITHUB_APP_ID" }),
    })]),
    ...gitHosts.map(({ key, ...place }) =>
      createGitHost({ ...place, ...remote(key), apiUrl: forges.has(key) ? apiUrlOf(place) : null })
    ),
  ];
  return hosts.map((host) => measuredHost(host, metrics, clock));
}

/** Of a Forgejo or Gitea. */
export function apiUrlOf({ baseUrl }: { readonly baseUrl: string }): string {
  return `${baseUrl}/api/v1`;
}

export function localHost(
  { root, verified, private: closed }: Pick<LocalConfig, "root" | "verified" | "private">,
  { treeEntries: maxFiles, readFileBytes: maxFileBytes }: ReadingLimits,
  { directories, excludesFile }: LocalSources,
  clock: Clock,
): GitHost {
  const git = createGitRunner({ clock, ...(excludesFile !== null && { excludesFile }) });
  return createLocalHost({
    directories,
    root,
    closed: new Set(closed.map((name) => name.toLowerCase())),
    isShownTo: (token) => token === DEV_ACCOUNT,
    verified,
    git,
    clock,
    maxFiles,
    maxFileBytes,
  });
}
