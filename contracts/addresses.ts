import type { Brand } from "./brand.ts";

/** Lowercase key of a configured git host: the first segment of an address, such as `gh`. */
export type HostKey = Brand<string, "HostKey">;

/** A valid git ref name of at most 255 characters, or a short hash. Case-sensitive, never normalized. */
export type RefName = Brand<string, "RefName">;

/** 40 lowercase hex digits that name a commit, or the content-derived pseudo-commit of a working tree. */
export type CommitHash = Brand<string, "CommitHash">;

/**
 * 40 lowercase hex digits: git's own SHA-1 over `blob <size>\0<bytes>`. Of an uploaded file, which no repository holds, 64: its
 * SHA-256.
 */
export type BlobHash = Brand<string, "BlobHash">;

/**
 * A path from the repository root, such as `marketing/skills/ad-copy/SKILL.md`; the empty string is
 * the root. No leading, trailing or doubled `/`, no `.` or `..` segment, no backslash, no control or
 * invisible character, at most 1,024 characters.
 */
export type RepoPath = Brand<string, "RepoPath">;

/** Which commit an address asks for. Everything but a full hash moves. */
export type Revision =
  | { readonly kind: "default" }
  | { readonly kind: "ref"; readonly name: RefName }
  | { readonly kind: "commit"; readonly hash: CommitHash };

/** A parsed address: `/<host>/<owner>/<repo>[@<ref>][/<path>]`, in canonical letter case. */
export interface Address {
  readonly host: HostKey;
  /** One segment, or several joined by `/` on a host with nested owners. */
  readonly owner: string;
  readonly repo: string;
  readonly revision: Revision;
  readonly path: RepoPath;
}

/** What the parser must know of a host, so that it stays pure. */
export interface HostRules {
  /** Owner and repository names are canonically lowercase. */
  readonly ignoresCase: boolean;
  /** Owners may hold `/`; the repository then ends at `@`, `:`, `/-/` or the end. */
  readonly nestedOwners: boolean;
  /** One owner segment, anchored, linear time. */
  readonly owner: RegExp;
  readonly repo: RegExp;
}

/** The configured hosts, by key. */
export type HostTable = ReadonlyMap<string, HostRules>;

/**
 * First path segments that are routes of the deployment, now or later, and therefore never host keys.
 * `.well-known` is also a route below every address, never a mounted directory.
 */
export const RESERVED_ROUTES: ReadonlySet<string> = new Set([
  ".well-known",
  "account",
  "admin",
  "api",
  "assets",
  "auth",
  "dashboard",
  "docs",
  "favicon.ico",
  "healthz",
  "icon",
  "install",
  "library",
  "llms.txt",
  "login",
  "logout",
  "metrics",
  "oauth",
  "readyz",
  "robots.txt",
  "sets",
  "sign-in",
  "sign-out",
  "sitemap.xml",
  "skills",
  "usage",
  "version",
  "webhooks",
]);
