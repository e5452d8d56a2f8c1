import { ERRORS, type Failure, helpPath } from "../../contracts/errors.ts";
import type { Diagnostic, UploadFlaw } from "../../contracts/problems.ts";

/** One line for a person: what is wrong, exactly what, and what to do. Without a full stop. */
export function failureMessage(failure: Failure): string {
  const { sentence } = ERRORS[failure.code];
  return [sentence, failure.reason, failure.hint].filter((part) => part !== undefined).join(": ");
}

/** The JSON answer of a failure: `{"error":{"code","message","details"?}}` with the status of its code. */
export function failureResponse(failure: Failure, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(
    { error: { code: failure.code, message: failureMessage(failure), details: detailsOf(failure) } },
    { status: ERRORS[failure.code].status, headers: { ...failureHeaders(failure), ...headers } },
  );
}

/** What a program may want of a failure without reading its message; undefined where there is nothing. */
function detailsOf({ path, problems, next, size, least, sourceUrl, licence, retryAfterSeconds }: Failure) {
  const details = {
    path,
    problems: problems?.map(problemAnswer),
    exactPaths: next?.map(({ path }) => path),
    size,
    least,
    sourceUrl,
    licence,
    retryAfterSeconds,
  };
  return Object.values(details).some((value) => value !== undefined) ? details : undefined;
}

/** What is told of a flaw to who sent it. */
function problemAnswer({ path, code, severity, message, ...place }: Diagnostic | UploadFlaw) {
  const { line, column } = { line: undefined, column: undefined, ...place };
  return { path, code, severity, message, line, column };
}

/** What an answer about this failure says to caches, to who retries and to who wants help (RFC 8288), whatever its body is. */
export function failureHeaders(failure: Failure): Record<string, string> {
  return {
    "cache-control": "no-store",
    "link": `<${helpPath(failure.code)}>; rel="help"`,
    ...(failure.retryAfterSeconds !== undefined && { "retry-after": String(failure.retryAfterSeconds) }),
    ...(failure.challenge !== undefined && { "www-authenticate": failure.challenge }),
  };
}
