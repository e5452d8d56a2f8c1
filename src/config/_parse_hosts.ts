import { z } from "zod";
import type { HostKey } from "../../contracts/addresses.ts";
import { parseHostKey } from "../format/mod.ts";
import { parseHostUrl } from "./_parse_url.ts";
import type { GitHostConfig } from "./config.ts";

type GitHostPlace = Omit<GitHostConfig, "webhookSecret">;

/** The keys of hosts that are there without being named in `GIT_HOSTS`, which may not take them. */
export const GITHUB_KEY = ownKey("gh");
export const LOCAL_KEY = ownKey("local");

/** `key=https://base`, with `;nested` and `;ignorecase` behind it where they hold, separated by commas, each key once. */
export function gitHosts(text: string | null, context: z.RefinementCtx): readonly GitHostPlace[] {
  const hosts = (text ?? "").split(",").filter((entry) => entry !== "").map(gitHost);
  const valid = hosts.filter((host) => host !== null);
  if (valid.length === hosts.length && new Set(valid.map(({ key }) => key)).size === hosts.length) {
    return valid;
  }
  context.addIssue("not a list of git hosts");
  return z.NEVER;
}

/** Checks the shape alone: what names a repository depends on the host, and hosts are built later. */
export function allowedRepositories(text: string | null, context: z.RefinementCtx): readonly string[] | null {
  if (text === null) return null;
  const allowed = text.split(",").map((entry) => entry.trim().replace(/^\//, ""));
  if (allowed.every(isRepository)) return allowed;
  context.addIssue("not a list of repositories");
  return z.NEVER;
}

const TRAITS: ReadonlySet<string> = new Set(["nested", "ignorecase"]);

function gitHost(entry: string): GitHostPlace | null {
  const [place = "", ...traits] = entry.split(";");
  const [, text = "", base = ""] = /^([^=]+)=(.+)$/.exec(place) ?? [];
  const key = parseHostKey(text);
  const baseUrl = parseHostUrl(base);
  if (!key.ok || baseUrl === null || key.value === GITHUB_KEY || key.value === LOCAL_KEY) return null;
  if (!traits.every((trait, at) => TRAITS.has(trait) && traits.indexOf(trait) === at)) return null;
  const [nestedOwners, ignoresCase] = [traits.includes("nested"), traits.includes("ignorecase")];
  return { key: key.value, baseUrl, nestedOwners, ignoresCase };
}

function isRepository(entry: string): boolean {
  const [, key = ""] = /^([^/]+)(?:\/[^/@:\s]+)+$/.exec(entry) ?? [];
  return parseHostKey(key).ok;
}

function ownKey(text: string): HostKey {
  const key = parseHostKey(text);
  if (!key.ok) throw new TypeError(`Cannot name a host "${text}": ${key.error}`);
  return key.value;
}
