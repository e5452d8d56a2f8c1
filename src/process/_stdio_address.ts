import { ERRORS } from "../../contracts/errors.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { webUrls } from "../app/mod.ts";
import type { Config } from "../config/mod.ts";
import { formatAddress, parseAddress } from "../format/mod.ts";
import { createMetrics } from "../http/mod.ts";
import { pastedAddress, type PastePlaces } from "../mounts/mod.ts";
import { buildHosts, clock, logErrors as log } from "./build/mod.ts";
import { type Program, withFlags } from "./program.ts";

const NOTHING_LOCAL = { directories: new Map<string, string>(), excludesFile: null };

/**
 * Reads `<host>/<owner>/<repo>[@<ref>][/<path>]`, with or without the slash before it, as the canonical path of a URL.
 * Fails with what is wrong and the command line that was probably meant.
 */
export function stdioAddress(given: string, config: Config, program: Program): Result<string, string> {
  const places = placesOf(config);
  const path = given.startsWith("/") ? given : `/${given}`;
  const parsed = parseAddress(path, places.hosts);
  if (parsed.ok) return success(formatAddress(parsed.value, places.hosts));
  const pasted = pastedAddress(given, null, places);
  const [host = "", owner = ""] = path.slice(1).split("/");
  if (!places.hosts.has(host)) {
    if (/^(?:[./~]|[a-z]:)|\\/i.test(given)) return failure("there is no such directory");
    const known = [...places.hosts.keys()].join(", ");
    const form = pasted.ok ? pasted.value.address : `/${firstOf(places)}/<owner>/<repo>`;
    return failure(
      `it is no directory, and an address begins with a git host: ${known}\n  ${line(form, program)}`,
    );
  }
  const { code, reason, hint } = parsed.error;
  const form = pasted.ok ? pasted.value.address : `/${host}/${owner === "" ? "<owner>" : owner}/<repo>`;
  const why = hint ?? reason ?? ERRORS[code].sentence;
  return failure(`it is no directory and no address: ${why}\n  ${line(form, program)}`);
}

/** The address that the URL of a repository's page stands for; null for any other URL. */
export function addressOfPage(url: URL, config: Config): string | null {
  const places = placesOf(config);
  const isPage = [...places.webUrls.values()].some((base) => new URL(base).host === url.host);
  const pasted = isPage ? pastedAddress(url.href, null, places) : null;
  return pasted?.ok ? pasted.value.address : null;
}

/** How an address is served, by who may use the network. */
export function line(address: string, { typed, run }: Program): string {
  const args = ["stdio", address.slice(1)];
  return run === null ? [typed, ...args].join(" ") : withFlags({ ...run, args }, [], "start");
}

function placesOf(config: Config): PastePlaces {
  const remote = { ...config, local: null };
  const hosts = buildHosts(remote, NOTHING_LOCAL, { clock, metrics: createMetrics(), log });
  return { hosts: new Map(hosts.map(({ key, rules }) => [key, rules])), webUrls: webUrls(config) };
}

function firstOf({ hosts }: PastePlaces): string {
  const keys = [...hosts.keys()];
  return keys.find((key) => key === "gh") ?? keys[0] ?? "<host>";
}
