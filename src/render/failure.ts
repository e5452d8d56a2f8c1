import {
  type ErrorCode,
  ERRORS,
  type Failure,
  type LibraryErrorCode,
  type NextCall,
} from "../../contracts/errors.ts";
import type { ToolName } from "../../contracts/mcp.ts";
import type { Citation } from "../../contracts/source.ts";
import { escapedPath } from "../format/mod.ts";
import { call } from "./_call.ts";
import { stateLine } from "./_citation.ts";
import { pathValue, value } from "./_value.ts";

/** What a failed call was. */
interface FailureContext {
  readonly tool: ToolName;
  /** Null where the address itself failed. */
  readonly source: Citation | null;
}

const ADDRESS = "Connect to another address: no tool of this connection can answer";
const LATER = "Make the same call again later";
const BROWSE = `Find the exact path: ${call("browse_repo", {})}`;
const OTHER_FILE = "Go on without the text of this file, or give the user its source";

/** The step that a model can take by itself, for every code that a tool of an address may meet. */
const NEXT:
  & Readonly<Record<Exclude<ErrorCode, LibraryErrorCode>, string>>
  & Readonly<Partial<Record<LibraryErrorCode, string>>> = {
    "address.invalid": ADDRESS,
    "address.too_long": ADDRESS,
    "address.encoding": ADDRESS,
    "address.host_unknown": ADDRESS,
    "address.owner_invalid": ADDRESS,
    "address.repo_invalid": ADDRESS,
    "address.ref_invalid": ADDRESS,
    "address.path_invalid": ADDRESS,
    "request.invalid": "Correct the arguments and make the call again",
    "request.too_large": "Make the call with shorter arguments",
    "request.timeout": LATER,
    "request.not_json": LATER,
    "request.range_invalid": LATER,
    "request.forbidden_origin": ADDRESS,
    "auth.required": ADDRESS,
    "auth.invalid_token": ADDRESS,
    "method.not_allowed": ADDRESS,
    "route.not_found": ADDRESS,
    "mount.not_allowed": ADDRESS,
    "mount.repo_not_found": ADDRESS,
    "mount.ref_not_found": ADDRESS,
    "mount.path_not_found": ADDRESS,
    "mount.rate_limited": LATER,
    "mount.unavailable": LATER,
    "mount.unsupported": "Tell the user that this server cannot read the repository, and why",
    "index.indexing": LATER,
    "index.failed": "Tell the user that this commit cannot be read for now",
    "skill.not_found": BROWSE,
    "skill.too_large": "Load the skill and read its files one by one instead",
    "folder.not_found": BROWSE,
    "file.not_found": BROWSE,
    "file.too_large": OTHER_FILE,
    "file.not_text": OTHER_FILE,
    "file.described_only": OTHER_FILE,
    "usage.not_yours": ADDRESS,
    "rate.limited": LATER,
    "store.unavailable": LATER,
    "server.busy": LATER,
    "server.not_ready": LATER,
    "internal": LATER,
  };

/** A failure as a model reads it: what is wrong, and a next step. At most about 20 KiB for any failure. */
export function renderFailure(failure: Failure, { tool, source }: FailureContext): string {
  const { code, path, reason, hint, size, least, sourceUrl, retryAfterSeconds, next } = failure;
  const lines = [`Error: ${ERRORS[code].sentence} (${code})`, `Call: ${tool}`];
  if (source !== null) lines.push(`Mount: ${source.address}`, stateLine(source));
  if (path !== undefined) lines.push(`Path: ${path === "" ? "(repository root)" : pathValue(path)}`);
  if (reason !== undefined) lines.push(`Reason: ${value(reason)}`);
  if (size !== undefined) lines.push(`Size: ${size} bytes${least ? " or more" : ""}`);
  if (sourceUrl !== undefined) lines.push(`Source: ${sourceUrl}`);
  if (hint !== undefined) lines.push(`Hint: ${value(hint)}`);
  if (retryAfterSeconds !== undefined) lines.push(`Retry after: ${retryAfterSeconds} seconds`);
  const healsByItself = code === "index.failed" && retryAfterSeconds !== undefined;
  lines.push(`Next: ${next?.map(nextCall).join(" or ") ?? (healsByItself ? LATER : NEXT[code] ?? LATER)}`);
  return lines.join("\n");
}

/** The corrected call itself. Where the difference cannot be seen it is escaped, so that it survives copying. */
function nextCall({ tool, path, looksAlike }: NextCall): string {
  const shown = call(tool, { path });
  return looksAlike ? escapedPath(shown) : shown;
}
