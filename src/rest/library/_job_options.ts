import type { Failure } from "../../../contracts/errors.ts";
import type { Caller } from "../../../contracts/library/access.ts";
import type { PublishJobs } from "../../../contracts/library/publish_jobs.ts";
import type { PublishOptions } from "../../../contracts/library/publishing.ts";
import type { Visibility } from "../../../contracts/library/skills.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

/** How a job of a build system publishes, as its connection says; nothing where somebody else does. */
export function jobOptions(
  jobs: Pick<PublishJobs, "compare"> | null,
  { by }: Pick<Caller, "by">,
  asked: { readonly visibility: Visibility | undefined; readonly isDraft: boolean },
): Result<Pick<PublishOptions, "visibility" | "provenance" | "compare">, Failure> {
  if (by.kind !== "job" || jobs === null) return success({});
  const { job } = by;
  if (asked.isDraft) return refused("a job keeps no drafts", "Publish it, or look at it with dryRun=1");
  if (asked.visibility !== undefined && asked.visibility !== job.visibility) {
    return refused(
      `its connection publishes as "${job.visibility}"`,
      "Leave the visibility out, or change the connection's",
    );
  }
  const { visibility, repository, commit, issuer, workflow, run } = job;
  return success({
    visibility,
    provenance: { kind: "workflow", repository, commit, issuer, workflow, run, source: "unknown" },
    compare: (name, files) => jobs.compare(job, name, files),
  });
}

function refused(reason: string, hint: string): Result<never, Failure> {
  return failure({ code: "publish.not_allowed", reason, hint });
}
