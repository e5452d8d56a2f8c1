import { z } from "zod";
import type { Failure } from "../../../contracts/errors.ts";
import type { JobIdentity, OidcIssuer } from "../../../contracts/library/publish_jobs.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { parseCommitHash } from "../../format/mod.ts";

const text = z.string().min(1).max(1000);
const number = z.union([z.string().regex(/^\d{1,20}$/), z.int().positive().transform(String)]);

/** What GitHub Actions says of a job, and Forgejo Actions in the same words. */
const CLAIMS = z.object({
  repository: text.regex(/^[^/\s]+\/[^/\s]+$/),
  repository_id: number,
  repository_owner_id: number,
  ref: text,
  event_name: text,
  workflow_ref: text,
  environment: text.nullish(),
  sha: text,
  run_id: z.union([text, z.int().positive().transform(String)]).nullish(),
});

/** What a stranger does to a repository starts none of these; of the others some carry the default branch's ref all the same. */
const EVENTS: ReadonlySet<string> = new Set(["push", "release", "workflow_dispatch", "schedule"]);

/** Reads what a verified token says of its job. Fails with `auth.invalid_token`. */
export function readClaims(
  payload: unknown,
  { host, issuer }: OidcIssuer,
  named: Pick<JobIdentity, "token" | "until">,
): Result<JobIdentity, Failure> {
  const parsed = CLAIMS.safeParse(payload);
  if (!parsed.success) {
    const claim = String(parsed.error.issues[0]?.path[0] ?? "");
    return invalid(
      `it says nothing usable of "${claim}"`,
      "Use a release of the build system whose tokens name repositories by number",
    );
  }
  const { repository, ref, event_name: event, workflow_ref: workflowRef, environment, sha, run_id: run } =
    parsed.data;
  const commit = parseCommitHash(sha.toLowerCase());
  if (!commit.ok) return invalid("it names no commit");
  if (!EVENTS.has(event)) {
    return invalid(`a job that "${event}" started publishes nothing`, `Publish on ${[...EVENTS].join(", ")}`);
  }
  const at = workflowRef.lastIndexOf("@");
  const inside = `${repository}/`;
  const isOwn = workflowRef.toLowerCase().startsWith(inside.toLowerCase());
  if (at === -1 || !isOwn) return invalid("its workflow is another repository's");
  return success({
    host,
    issuer,
    repository,
    repositoryId: parsed.data.repository_id,
    ownerId: parsed.data.repository_owner_id,
    ref,
    event,
    workflow: { file: workflowRef.slice(inside.length, at), ref: workflowRef.slice(at + 1) },
    environment: environment ?? null,
    commit: commit.value,
    run: run ?? null,
    ...named,
  });
}

function invalid(reason: string, hint?: string): Result<never, Failure> {
  return failure({ code: "auth.invalid_token", reason, ...(hint !== undefined && { hint }) });
}
