import type { HostTable } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import { ADDRESS_LIMITS } from "../../contracts/limits.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { formatAddress, parseAddress, ROOT_PATH } from "../format/mod.ts";

/** What is known of the places that people copy from. */
export interface PastePlaces {
  readonly hosts: HostTable;
  /** Where each git host shows its repositories, by key; without a trailing slash. */
  readonly webUrls: ReadonlyMap<string, string>;
}

/** What somebody wants to look at. */
export interface PastedAddress {
  /** Canonical, with its leading `/`. */
  readonly address: string;
  /** The file that was pasted, when it was one. */
  readonly file: string | null;
}

/** Where a forge puts what lies behind a repository's name: GitHub and GitLab, then Gitea and Bitbucket. */
const TREE = /^(?:-\/)?(tree|blob|raw|src)\/(?:(?:branch|tag|commit)\/)?([^/]+)(?:\/(.*))?$/s;

/**
 * Reads what people paste: an address with or without its leading `/` or origin, the URL of a page or
 * clone of a configured git host, `git@host:owner/repo`, a `skill://` URI, or `owner/repo`.
 *
 * @param text As typed; surrounding spaces and quotes do not count.
 * @param origin Of this server, to know its own URLs; null where it is not known.
 * @returns Fails with an `address.*` code and what to write instead.
 */
export function pastedAddress(
  text: string,
  origin: string | null,
  places: PastePlaces,
): Result<PastedAddress, Failure> {
  const pasted = text.trim().replace(/^[<"'`]+|[>"'`]+$/g, "").trim();
  if (pasted === "") {
    return failure({
      code: "address.invalid",
      reason: "nothing was given",
      hint: "Paste the URL of a repository",
    });
  }
  if (pasted.length > 2 * ADDRESS_LIMITS.address) return failure({ code: "address.too_long" });
  if (origin !== null && (pasted === origin || pasted.startsWith(`${origin}/`))) {
    return canonical(`/${trimmed(pasted.slice(origin.length))}`, places);
  }
  if (pasted.startsWith("skill://")) return ofSkillUri(pasted.slice("skill:/".length), places);
  const [first = ""] = pasted.replace(/^\//, "").split("/");
  if (pasted.startsWith("/") || places.hosts.has(first)) {
    return canonical(`/${trimmed(pasted.replace(/^\//, ""))}`, places);
  }
  const url = asUrl(pasted);
  return url === null ? ofName(pasted, places) : ofUrl(url, places);
}

/** `git@host:owner/repo`, anything with a scheme, and a host name with a path. */
function asUrl(text: string): URL | null {
  const scp = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):(?!\/\/)(\D.*)$/s.exec(text);
  if (scp !== null) return URL.parse(`https://${scp[1]}/${scp[2]}`);
  const scheme = /^(?:git\+)?(https?|ssh|git):\/\/(.*)$/is.exec(text);
  if (scheme !== null) {
    return URL.parse(/^http$/i.test(scheme[1] ?? "") ? `http://${scheme[2]}` : `https://${scheme[2]}`);
  }
  return /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(text) ? URL.parse(`https://${text}`) : null;
}

function ofUrl(url: URL, places: PastePlaces): Result<PastedAddress, Failure> {
  const [key, behind] = hostOf(url, places.webUrls) ?? [];
  if (key === undefined || behind === undefined) {
    // An address of another server like this one names the same repository.
    if (places.hosts.has(url.pathname.split("/")[1] ?? "")) {
      return canonical(`/${trimmed(url.pathname)}`, places);
    }
    const known = [...places.webUrls.values()].join(", ");
    return failure({
      code: "address.host_unknown",
      reason: `this server reads nothing from ${url.host}`,
      hint: known === ""
        ? "Use one of the addresses that are served here"
        : `It reads repositories of ${known}`,
    });
  }
  const segments = trimmed(behind).split("/");
  const nested = places.hosts.get(key)?.nestedOwners === true;
  const end = nested ? nestedEnd(segments) : 2;
  const names = segments.slice(0, end).join("/").replace(/\.git$/i, "");
  const tree = TREE.exec(segments.slice(end).join("/"));
  if (tree === null) return canonical(`/${key}/${names}`, places);
  const [, view, ref = "", path = ""] = tree;
  // Gitea has one view for both.
  const isDirectory = view === "tree" || view === "src" && !/\.[^./]+$/.test(path);
  return isDirectory
    ? canonical(`/${key}/${names}@${ref}:${path}`, places)
    : ofFile(`/${key}/${names}@${ref}:${path}`, places);
}

/** Which configured host a URL belongs to, and its path behind that host's base. */
function hostOf(url: URL, webUrls: ReadonlyMap<string, string>): readonly [string, string] | null {
  for (const [key, base] of webUrls) {
    const { host, pathname } = new URL(base);
    const prefix = pathname.endsWith("/") ? pathname : `${pathname}/`;
    if (url.host.replace(/^www\./, "") === host && url.pathname.startsWith(prefix)) {
      return [key, url.pathname.slice(prefix.length)];
    }
  }
  return null;
}

/** Owners may hold `/`, so that only `-` or the end closes the repository. */
function nestedEnd(segments: readonly string[]): number {
  const marker = segments.indexOf("-");
  return marker < 0 ? segments.length : marker;
}

/** `owner/repo`, which can only mean the host that most people mean. */
function ofName(text: string, places: PastePlaces): Result<PastedAddress, Failure> {
  const keys = [...places.hosts.keys()];
  const key = keys.find((one) => one === "gh") ?? keys.find((one) => one !== "local") ?? keys[0];
  if (key === undefined || !/^[^/\s]+\/[^/\s]/.test(text)) {
    return failure({
      code: "address.invalid",
      reason: "this names no repository",
      hint: "Paste the URL of a repository, or write owner/repository",
    });
  }
  return canonical(`/${key}/${trimmed(text)}`, places);
}

function ofSkillUri(path: string, places: PastePlaces): Result<PastedAddress, Failure> {
  const [, host = "", owner = "", repo = ""] = path.split("/");
  return canonical(`/${host}/${owner}/${repo}`, places);
}

/** A file is looked at from the root of its repository: its links may lead anywhere in it. */
function ofFile(text: string, places: PastePlaces): Result<PastedAddress, Failure> {
  const parsed = parseAddress(text, places.hosts);
  if (!parsed.ok) return parsed;
  const { path } = parsed.value;
  const address = formatAddress({ ...parsed.value, path: ROOT_PATH }, places.hosts);
  return success({ address, file: path === ROOT_PATH ? null : path });
}

function canonical(text: string, places: PastePlaces): Result<PastedAddress, Failure> {
  const parsed = parseAddress(text.replace(/[?#].*$/s, "").replace(/:$/, ""), places.hosts);
  if (!parsed.ok) return parsed;
  return success({ address: formatAddress(parsed.value, places.hosts), file: null });
}

function trimmed(path: string): string {
  return path.replace(/^\/+|[?#].*$/gs, "").replace(/\/+$/, "").replace(/\.git$/i, "");
}
