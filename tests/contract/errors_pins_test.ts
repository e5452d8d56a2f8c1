/** Codes and statuses are promises to clients: frozen here as literals, never imported. */
import assert from "node:assert/strict";
import { ERRORS } from "../../contracts/errors.ts";

const PINNED: Readonly<Record<string, number>> = {
  "address.invalid": 400,
  "address.too_long": 400,
  "address.encoding": 400,
  "address.host_unknown": 400,
  "address.owner_invalid": 400,
  "address.repo_invalid": 400,
  "address.ref_invalid": 400,
  "address.path_invalid": 400,
  "request.invalid": 400,
  "request.too_large": 413,
  "request.timeout": 408,
  "request.not_json": 415,
  "request.range_invalid": 416,
  "request.forbidden_origin": 403,
  "auth.required": 401,
  "auth.invalid_token": 401,
  "auth.insufficient_scope": 403,
  "account.suspended": 403,
  "account.full": 413,
  "name.taken": 409,
  "account.not_found": 404,
  "account.forbidden": 403,
  "member.not_found": 404,
  "method.not_allowed": 405,
  "route.not_found": 404,
  "mount.not_allowed": 403,
  "mount.repo_not_found": 404,
  "mount.ref_not_found": 404,
  "mount.path_not_found": 404,
  "mount.rate_limited": 503,
  "mount.unavailable": 503,
  "mount.unsupported": 422,
  "index.indexing": 503,
  "index.failed": 503,
  "skill.not_found": 404,
  "skill.too_large": 413,
  "skill.invalid": 422,
  "skill.archived": 409,
  "skill.own": 409,
  "skill.in_use": 409,
  "version.not_found": 404,
  "version.exists": 409,
  "version.removed": 410,
  "publish.too_large": 413,
  "publish.blocked_file": 422,
  "publish.secret": 422,
  "publish.not_allowed": 403,
  "rating.not_allowed": 403,
  "cursor.invalid": 400,
  "precondition.failed": 412,
  "folder.not_found": 404,
  "file.not_found": 404,
  "file.too_large": 413,
  "file.not_text": 415,
  "file.described_only": 451,
  "account.ambiguous": 409,
  "connection.exists": 409,
  "connection.not_found": 404,
  "set.not_found": 404,
  "rate.limited": 429,
  "store.unavailable": 503,
  "server.busy": 503,
  "server.not_ready": 503,
  "internal": 500,
};

Deno.test("every error code keeps its HTTP status", () => {
  const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]));
  assert.deepEqual(statuses, PINNED);
});

Deno.test("every sentence of an error reads as one line without a full stop", () => {
  for (const { sentence } of Object.values(ERRORS)) assert.match(sentence, /^[A-Z][^\n]*[^.\n]$/);
});
