import type { Address, HostRules, HostTable, RepoPath, Revision } from "../../../contracts/addresses.ts";
import type { ErrorCode, Failure } from "../../../contracts/errors.ts";
import { ADDRESS_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { exceedsCodePoints } from "../text/code_points.ts";
import { findInvisible } from "../text/invisible_characters.ts";
import { formatAddress } from "./format_address.ts";
import { parseCommitHash } from "./hashes.ts";
import { parseHostKey } from "./host_key.ts";
import { parseRefName } from "./ref_name.ts";
import { parseRepoPath, ROOT_PATH } from "./repo_path.ts";
import { decodeSegments } from "./url_path.ts";

type Parsed<Value> = Result<Value, Failure>;

/** What follows the host, cut at its separators and not yet checked. */
interface Parts {
  readonly repository: string;
  /** Null: no `@`. */
  readonly ref: string | null;
  /** Null: no path. Empty: a `/` with nothing behind it. */
  readonly path: string | null;
}

/**
 * Parses the raw path of a URL, never decoded before, as an address in canonical letter case. Total:
 * every text is an address or a failure with an `address.*` code.
 */
export function parseAddress(text: string, hosts: HostTable): Parsed<Address> {
  if (exceedsCodePoints(text, ADDRESS_LIMITS.address)) return refused("address.too_long");
  if (!text.startsWith("/")) return refused("address.invalid", 'an address starts with "/"');
  if (/[?#]/.test(text)) {
    return refused("address.invalid", 'an address has no "?" or "#"', "Write %3F or %23 for one in a name");
  }
  const segments = decodeSegments(text.slice(1));
  if (segments === null) {
    return refused("address.encoding", 'an escape is broken, is not UTF-8, or stands for "/" or "\\"');
  }

  const [key = "", ...rest] = segments;
  if (key === "") return refused("address.invalid", "a git host is needed");
  const host = parseHostKey(key);
  const rules = hosts.get(key);
  if (!host.ok || rules === undefined) {
    const hint = hosts.size === 0 ? undefined : `The git hosts here are ${[...hosts.keys()].join(", ")}`;
    return refused("address.host_unknown", host.ok ? undefined : host.error, hint);
  }

  const parts = rules.nestedOwners ? splitNested(rest.join("/")) : splitFlat(rest.join("/"));
  const names = parseNames(parts.repository, rules);
  if (!names.ok) return names;
  const revision = parseRevision(parts.ref);
  if (!revision.ok) return revision;
  const path = parseMountPath(parts.path);
  if (!path.ok) return path;

  const address = { host: host.value, ...names.value, revision: revision.value, path: path.value };
  // Escapes may make the canonical text longer than what was sent, and it has to parse as well.
  if (formatAddress(address, hosts).length > ADDRESS_LIMITS.address) return refused("address.too_long");
  return success(address);
}

/** `<owner>/<repo>`, then `@<ref>` or a path. */
function splitFlat(text: string): Parts {
  const [, repository = "", ref, path = null] = /^([^/]*\/?[^/@]*)(?:@(.*)|\/(.*))?$/s.exec(text) ?? [];
  return ref === undefined ? { repository, ref: null, path } : { repository, ...splitRef(ref) };
}

/** The owner may hold `/`, so that only `@`, `:`, `/-/` or the end closes the repository. */
function splitNested(text: string): Parts {
  const [, repository = "", ref, colon, marked = null] = /^(.*?)(?:@(.*)|:(.*)|\/-\/(.*))?$/s.exec(text) ??
    [];
  if (ref !== undefined) return { repository, ...splitRef(ref) };
  return { repository, ref: null, path: colon === undefined ? marked : colon || null };
}

/** A ref ends at the first `:`, and only without one at the first `/`. */
function splitRef(text: string): Pick<Parts, "ref" | "path"> {
  const colon = text.indexOf(":");
  if (colon >= 0) return { ref: text.slice(0, colon), path: text.slice(colon + 1) || null };
  const slash = text.indexOf("/");
  return slash < 0 ? { ref: text, path: null } : { ref: text.slice(0, slash), path: text.slice(slash + 1) };
}

function parseNames(repository: string, rules: HostRules): Parsed<Pick<Address, "owner" | "repo">> {
  const canonical = rules.ignoresCase ? repository.replace(/[A-Z]/g, (c) => c.toLowerCase()) : repository;
  const owners = canonical.split("/");
  const repo = owners.pop() ?? "";
  if (owners.length === 0 || repo === "" || owners.includes("")) {
    return refused("address.invalid", "an owner and a repository are needed");
  }
  if (!owners.every((owner) => isName(owner, rules.owner))) return refused("address.owner_invalid");
  if (/\.git$/i.test(repo)) {
    return refused("address.repo_invalid", 'the name ends with ".git"', 'Leave out ".git"');
  }
  if (!isName(repo, rules.repo)) return refused("address.repo_invalid");
  return success({ owner: owners.join("/"), repo });
}

/** What no host may allow, whatever its rule: segments that URLs give a meaning of their own. */
function isName(text: string, rule: RegExp): boolean {
  if (text === "." || text === ".." || text === ".well-known") return false;
  return rule.test(text) && findInvisible(text) < 0;
}

function parseRevision(ref: string | null): Parsed<Revision> {
  if (ref === null) return success({ kind: "default" });
  const hash = parseCommitHash(ref.toLowerCase());
  if (hash.ok) return success({ kind: "commit", hash: hash.value });
  const name = parseRefName(ref);
  return name.ok ? success({ kind: "ref", name: name.value }) : refused("address.ref_invalid", name.error);
}

function parseMountPath(text: string | null): Parsed<RepoPath> {
  if (text === null) return success(ROOT_PATH);
  if (text === "") return refused("address.path_invalid", 'the path ends with "/"', 'Leave out the last "/"');
  const path = parseRepoPath(text);
  if (!path.ok) return refused("address.path_invalid", path.error);
  if (path.value.split("/", 1)[0] === ".well-known") {
    return refused("address.path_invalid", '".well-known" below an address is never a directory');
  }
  return path;
}

function refused(code: ErrorCode, reason?: string, hint?: string): Parsed<never> {
  return failure({ code, ...(reason !== undefined && { reason }), ...(hint !== undefined && { hint }) });
}
