import type { Failure } from "../../../contracts/errors.ts";
import type { Connection } from "../../../contracts/library/connections.ts";
import type { JobIdentity } from "../../../contracts/library/publish_jobs.ts";

/** Why a job may not publish for a connection; null: it may. What it is compared with is the job's own repository's. */
export async function fitsConnection(
  { ownerId, repositoryId, workflow: { file, ref: workflowRef }, ref, environment }: JobIdentity,
  connection: Connection,
  defaultBranchOf: (connection: Connection) => Promise<string | null>,
): Promise<Failure | null> {
  const { workflow } = connection;
  if (workflow === null || workflow.repositoryId !== repositoryId) {
    return misfit("it is of another repository");
  }
  if (workflow.ownerId !== ownerId) {
    return misfit("the repository has another owner than when it was connected", "Connect its workflow anew");
  }
  if (workflow.file !== file) return misfit(`its workflow is "${file}", and "${workflow.file}" is connected`);
  if (workflowRef !== ref) return misfit("its workflow is of another ref than what it publishes");
  if (workflow.environment !== null && workflow.environment !== environment) {
    return misfit(`it does not run in the environment "${workflow.environment}"`);
  }
  if (/^refs\/tags\/.+/.test(ref)) return null;
  const branch = connection.branch ?? await defaultBranchOf(connection);
  if (branch === null) {
    return misfit(
      "its host does not say now which branch is the default",
      "Name the branch in the connection's address",
    );
  }
  return ref === `refs/heads/${branch}`
    ? null
    : misfit(`it is of "${ref}", and "${branch}" and tags publish`);
}

function misfit(reason: string, hint?: string): Failure {
  return { code: "auth.invalid_token", reason, ...(hint !== undefined && { hint }) };
}
