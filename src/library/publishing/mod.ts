/** Uploads to versions of skills (docs/design/library.md "Publishing"). */
export { labelledVersion } from "./labelled_version.ts";
export { parseLabel, raised } from "./labels.ts";
export { refusalOfAuthor, refusalOfOpening, refusalOfPrecondition } from "./_may_publish.ts";
export { parseSkillName } from "./name.ts";
export { type PublishDeps, publishDraftOf, publishUpload } from "./publish.ts";
export { labelSpaceOf, type PublishingDeps } from "./publish_candidate.ts";
export { discardDraftOf } from "./save_draft.ts";
