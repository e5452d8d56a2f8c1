import type { Failure } from "../../../contracts/errors.ts";
import type { PublishOptions, PublishOutcome } from "../../../contracts/library/publishing.ts";
import { PUBLICATION_ANSWER } from "../../../contracts/rest/library_answers.ts";
import {
  LIBRARY_PATHS,
  LIBRARY_QUERIES,
  PUBLISH_FIELDS,
  PUBLISH_FORM,
  VERSION_FIELDS,
  VERSION_FORM,
} from "../../../contracts/rest/library_requests.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { changeAnswer, changeResponse } from "./json_answer.ts";
import { asOwner } from "./_own_skill.ts";
import { seenRevision } from "./_precondition.ts";
import { jobOptions } from "./_job_options.ts";
import { readAcknowledged, readNotes, type WithUpload } from "./_read_upload.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type AskedOfAccount, type LibraryRoute, libraryRoute } from "./library_route.ts";
import { publicationAnswer } from "./told_skill.ts";

export const PUBLICATIONS = [
  changeResponse("Nothing was written, or an older version is current again", PUBLICATION_ANSWER),
  changeResponse("A new skill, version or draft", PUBLICATION_ANSWER, 201),
  changeResponse("A new version that waits for the operator", PUBLICATION_ANSWER, 202),
] as const;

/** What publishing may fail with, however the files come. */
export const PUBLISH_FAILURES = [
  "account.full",
  "publish.not_allowed",
  "publish.secret",
  "precondition.failed",
  "skill.archived",
  "skill.invalid",
  "version.exists",
] as const;

const UPLOAD_FAILURES = [
  ...PUBLISH_FAILURES,
  "publish.too_large",
  "publish.blocked_file",
  "request.timeout",
  "server.busy",
] as const;

/** `POST /api/v1/library` */
export function publishRoute({ library, jobs }: LibraryRestDeps, withUpload: WithUpload): LibraryRoute {
  return libraryRoute({
    id: "publish",
    method: "POST",
    path: "/api/v1/library",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    takesJobs: true,
    body: { mediaType: "multipart/form-data", schema: PUBLISH_FORM },
    summary: "Publish a skill",
    description:
      "The files of one skill. Its SKILL.md names it; the version is its `metadata.version`, else the next number. The same " +
      "files again change nothing. `if-none-match: *` publishes a new skill or nothing.",
    answers: PUBLICATIONS,
    failures: UPLOAD_FAILURES,
    async answer(asked) {
      const condition = createOnly(asked);
      if (!condition.ok) return condition;
      return await withUpload(asked, PUBLISH_FIELDS, async ({ fields, files, ignored }) => {
        const { visibility, draft, dryRun, acknowledge } = fields;
        const ofJob = jobOptions(jobs, asked.caller, { visibility, isDraft: draft === "1" });
        if (!ofJob.ok) return ofJob;
        const options: PublishOptions = {
          ...(visibility !== undefined && { visibility }),
          ...ofJob.value,
          dryRun: dryRun === "1",
          acknowledged: readAcknowledged(acknowledge),
          notes: readNotes(fields.notes),
          createOnly: condition.value,
        };
        const made = draft === "1"
          ? await library.saveDraft(asked.author, files, options)
          : await library.publish(asked.author, files, options);
        return made.ok
          ? success(published({ ...made.value, ignored: [...made.value.ignored, ...ignored] }))
          : made;
      });
    },
  });
}

/** `POST /api/v1/library/{owner}/{name}/versions` */
export function releaseRoute(deps: LibraryRestDeps, withUpload: WithUpload): LibraryRoute {
  const { library, jobs } = deps;
  return libraryRoute({
    id: "release",
    method: "POST",
    path: "/api/v1/library/{owner}/{name}/versions",
    parameters: LIBRARY_PATHS.skill,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    takesJobs: true,
    body: { mediaType: "multipart/form-data", schema: VERSION_FORM },
    summary: "Publish a version under its own label",
    description:
      "As `POST /api/v1/library`, for a skill of that name and with a label that the caller chooses. A label never names other files. " +
      "With `current=0` the current version stays.",
    answers: PUBLICATIONS,
    failures: UPLOAD_FAILURES,
    async answer(asked) {
      const { author, path } = asked;
      const own = await asOwner(deps, asked, path);
      if (!own.ok) return own;
      const condition = createOnly(asked);
      if (!condition.ok) return condition;
      const revision = await seenRevision(deps, asked, path);
      if (!revision.ok) return revision;
      return await withUpload(asked, VERSION_FIELDS, async ({ fields, files, ignored }) => {
        const { visibility, dryRun, acknowledge, version, current } = fields;
        const ofJob = jobOptions(jobs, asked.caller, { visibility, isDraft: false });
        if (!ofJob.ok) return ofJob;
        const made = await library.publish(author, files, {
          ...(visibility !== undefined && { visibility }),
          ...ofJob.value,
          ...(revision.value !== null && { ifRevision: revision.value }),
          name: path.name,
          label: version,
          makeCurrent: current !== "0",
          dryRun: dryRun === "1",
          acknowledged: readAcknowledged(acknowledge),
          notes: readNotes(fields.notes),
          createOnly: condition.value,
        });
        return made.ok
          ? success(published({ ...made.value, ignored: [...made.value.ignored, ...ignored] }))
          : made;
      });
    },
  });
}

export function published(outcome: PublishOutcome): Response {
  return changeAnswer(publicationAnswer(outcome), statusOf(outcome));
}

function statusOf({ status }: PublishOutcome): 200 | 201 | 202 {
  switch (status) {
    case "created":
    case "released":
    case "drafted":
      return 201;
    case "held":
      return 202;
    case "unchanged":
    case "restored":
    case "checked":
      return 200;
  }
}

/** Whether the caller insists that there is no such skill yet. Of tags that may not be there only `*` says something here. */
function createOnly({ request }: AskedOfAccount): Result<boolean, Failure> {
  const given = request.headers.get("if-none-match");
  if (given !== null && given.trim() !== "*") {
    return failure({ code: "request.invalid", reason: "if-none-match takes * alone here" });
  }
  return success(given !== null);
}
