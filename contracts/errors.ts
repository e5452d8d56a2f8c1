import type { RepoPath } from "./addresses.ts";
import type { IndexProgress } from "./index_progress.ts";
import type { Diagnostic, UploadFlaw } from "./problems.ts";

/** What only accounts and their library meet (docs/design/library-rest.md "Account answers"). */
export const LIBRARY_ERRORS = {
  "auth.insufficient_scope": { status: 403, sentence: "The token does not allow this" },
  "account.suspended": { status: 403, sentence: "The account is suspended" },
  "account.not_found": { status: 404, sentence: "There is no such account" },
  "account.forbidden": { status: 403, sentence: "Your role in the account does not allow that" },
  "member.not_found": { status: 404, sentence: "Nobody of that name belongs to the account" },
  "name.taken": { status: 409, sentence: "The name cannot be had" },
  "account.full": { status: 413, sentence: "The account has no room for this" },
  "skill.invalid": { status: 422, sentence: "The upload is not one skill that can be published" },
  "skill.archived": { status: 409, sentence: "The skill is archived" },
  "skill.own": { status: 409, sentence: "The skill is the account's own" },
  "skill.in_use": { status: 409, sentence: "Other accounts hold the skill" },
  "version.not_found": { status: 404, sentence: "The skill has no such version" },
  "version.exists": { status: 409, sentence: "The version names other content already" },
  "version.removed": { status: 410, sentence: "The version was removed by the operator" },
  "publish.too_large": { status: 413, sentence: "The upload is larger than a skill may be" },
  "publish.blocked_file": { status: 422, sentence: "Programs to run and installers are not published" },
  "publish.secret": { status: 422, sentence: "A file seems to hold a credential" },
  "publish.not_allowed": { status: 403, sentence: "The account may not publish this" },
  "set.not_found": { status: 404, sentence: "There is no such set" },
  "account.ambiguous": { status: 409, sentence: "Several accounts are connected to the workflow" },
  "connection.not_found": { status: 404, sentence: "The account is not connected to such a repository" },
  "connection.exists": { status: 409, sentence: "The account is connected to that repository already" },
  "rating.not_allowed": { status: 403, sentence: "You cannot rate this skill" },
  "cursor.invalid": { status: 400, sentence: "The cursor does not go on with this question" },
  "precondition.failed": { status: 412, sentence: "What is there is not what the request was made for" },
} as const satisfies Record<string, { status: number; sentence: string }>;

/**
 * Every expected failure a client can meet: its code, the HTTP status it travels with and the
 * sentence for it (docs/design/rest.md "REST API"). `Failure` adds what is known about one case.
 */
export const ERRORS = {
  "address.invalid": {
    status: 400,
    sentence: "The address does not have the form /<host>/<owner>/<repo>[@<ref>][/<path>]",
  },
  "address.too_long": { status: 400, sentence: "The address is longer than 2048 characters" },
  "address.encoding": { status: 400, sentence: "The address holds an escape that cannot be decoded" },
  "address.host_unknown": {
    status: 400,
    sentence: "The address names a git host that is not configured here",
  },
  "address.owner_invalid": {
    status: 400,
    sentence: "The address names an owner that the git host does not allow",
  },
  "address.repo_invalid": {
    status: 400,
    sentence: "The address names a repository that the git host does not allow",
  },
  "address.ref_invalid": { status: 400, sentence: "The address names a ref that git does not allow" },
  "address.path_invalid": { status: 400, sentence: "The address names a directory path that is not allowed" },
  "request.invalid": { status: 400, sentence: "The request is not valid" },
  "request.too_large": { status: 413, sentence: "The request body is too large" },
  "request.timeout": { status: 408, sentence: "The request was too slow" },
  "request.not_json": { status: 415, sentence: "The request body must be application/json" },
  "request.range_invalid": { status: 416, sentence: "The range lies behind the end of the file" },
  "request.forbidden_origin": {
    status: 403,
    sentence: "This server answers requests from this machine only",
  },
  "auth.required": { status: 401, sentence: "The request must carry a token" },
  "auth.invalid_token": { status: 401, sentence: "The token is not valid" },
  "method.not_allowed": { status: 405, sentence: "The method is not allowed here" },
  "route.not_found": { status: 404, sentence: "There is nothing at this path" },
  "mount.not_allowed": { status: 403, sentence: "This deployment does not serve that repository" },
  "mount.repo_not_found": { status: 404, sentence: "The repository does not exist or is not public" },
  "mount.ref_not_found": { status: 404, sentence: "The ref does not exist in the repository" },
  "mount.path_not_found": { status: 404, sentence: "The directory does not exist at this commit" },
  "mount.rate_limited": { status: 503, sentence: "The git host limits requests for now" },
  "mount.unavailable": { status: 503, sentence: "The git host cannot be reached for now" },
  "mount.unsupported": { status: 422, sentence: "This server cannot read the repository" },
  "index.indexing": { status: 503, sentence: "The commit is being indexed" },
  "index.failed": { status: 503, sentence: "The commit could not be indexed" },
  "skill.not_found": { status: 404, sentence: "There is no skill at that path" },
  "skill.too_large": { status: 413, sentence: "The skill is larger than an archive may be" },
  "folder.not_found": { status: 404, sentence: "There is no directory at that path" },
  "file.not_found": { status: 404, sentence: "There is no readable file at that path" },
  "file.too_large": { status: 413, sentence: "The file is over the read limit" },
  "file.not_text": { status: 415, sentence: "The file is not UTF-8 text" },
  "file.described_only": { status: 451, sentence: "The licence keeps the content at its source" },
  "usage.not_yours": {
    status: 403,
    sentence: "Only who may write to the repository sees what is used of it",
  },
  "rate.limited": { status: 429, sentence: "Too many requests" },
  "store.unavailable": { status: 503, sentence: "The store of this server does not answer for now" },
  "server.busy": { status: 503, sentence: "The server has more to send than it can for now" },
  "server.not_ready": { status: 503, sentence: "The server is not ready" },
  "internal": { status: 500, sentence: "The server failed to answer" },
  ...LIBRARY_ERRORS,
} as const satisfies Record<string, { status: number; sentence: string }>;

export type ErrorCode = keyof typeof ERRORS;

export type LibraryErrorCode = keyof typeof LIBRARY_ERRORS;

/** A call that answers what a failed one was after. */
export interface NextCall {
  readonly tool: "load_skill" | "read_repo_file" | "browse_repo";
  /** Exact, from the root. */
  readonly path: RepoPath;
  /** It differs from what was written by its Unicode form alone, which nobody sees. */
  readonly looksAlike?: true;
}

/** One expected failure. Every text in it is safe to show: no exception text, no secret. */
export interface Failure {
  readonly code: ErrorCode;
  /** What exactly is wrong, when the code alone does not say it. One line, no full stop. */
  readonly reason?: string;
  /** What to do next. One line, no full stop. */
  readonly hint?: string;
  readonly path?: string;
  /** What was probably meant, best first, where the answer is known. */
  readonly next?: readonly NextCall[];
  readonly retryAfterSeconds?: number;
  /** Of a status of 401: the value of `www-authenticate`, which says what to ask for and where. */
  readonly challenge?: string;
  /** Of `index.indexing`, where it is known. */
  readonly progress?: IndexProgress;
  /** Where the file can be had instead. */
  readonly sourceUrl?: string;
  /** Every flaw of what was sent, as far as they are told. */
  readonly problems?: readonly (Diagnostic | UploadFlaw)[];
  /** Bytes. */
  readonly size?: number;
  /** The file has `size` bytes or more. */
  readonly least?: true;
  /** What keeps the file at its source, and the file that says so. */
  readonly licence?: { readonly label: string; readonly path: string };
}

/** Where the documentation that every server serves tells of a code; its headings are named as all of them are. */
export function helpPath(code: ErrorCode): string {
  return `/docs/errors#md-${code.replaceAll(".", "")}`;
}

/**
 * The store cannot be asked for now: it does not answer, is locked, or takes nothing more. Thrown by every
 * port of the store, because any call may meet it; where a request is answered it becomes `STORE_UNAVAILABLE`.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** What a client is told then. */
export const STORE_UNAVAILABLE: Failure = {
  code: "store.unavailable",
  hint: "Repeat the request in a few seconds: nothing is wrong with it",
  retryAfterSeconds: 5,
};
