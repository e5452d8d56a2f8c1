/** Uploads to versions of skills (docs/design/library.md "Publishing"). */
export { type Finding, gradeOf, HOLDING_CODES, SAFETY_CODES } from "./grade.ts";
export { labelledVersion } from "./labelled_version.ts";
export { parseLabel, raised } from "./labels.ts";
export {
  refusalOfAuthor,
  refusalOfConfined,
  refusalOfOpening,
  refusalOfPrecondition,
  refusalOfSecrets,
} from "./_may_publish.ts";
export { parseSkillName } from "./name.ts";
export { type PublishDeps, publishDraftOf, publishUpload } from "./publish.ts";
export { labelSpaceOf, type PublishingDeps } from "./publish_candidate.ts";
export { discardDraftOf } from "./save_draft.ts";
export { createSkillReadings } from "./skill_readings.ts";
