/** Accounts: who may ask and how often, what they publish, and what they hold. */
export { type Accounts, type AccountsDeps, createAccounts } from "./accounts/create_accounts.ts";
export type { AccountEnding } from "./accounts/end_accounts.ts";
export type { OwnerOf } from "./accounts/open_accounts.ts";
export { zipSize, zipStream } from "./export/zip_stream.ts";
export { createStandingOf, type StandingDeps } from "./accounts/standing.ts";
export { claimOf, deletedSlug, foldSlug, parseSlug, slugsFor } from "./accounts/slug.ts";
export {
  createExport,
  EXPORT_HELD_BYTES,
  type ExportAccount,
  type ExportDeps,
} from "./export/export_account.ts";
export {
  createMembers,
  type Members,
  type MembersDeps,
  type NamedInvitation,
} from "./members/create_members.ts";
export { createCutOff, type CutOff } from "./members/cut_off.ts";
export { personOf } from "./members/person_of.ts";
export { isAtLeast, mayAct } from "./members/role.ts";
export { type UsedToday, usedToday } from "./usage/used_today.ts";
export { createAccountAccess, type Rate } from "./usage/account_access.ts";
export { type Finding, gradeOf, HOLDING_CODES, SAFETY_CODES } from "./publishing/mod.ts";
export { createLibrary, type LibraryDeps } from "./create_library.ts";
export { createEditions, type Editions, type EditionsDeps } from "./editions/create_editions.ts";
export { type ConnectionsDeps, createConnections } from "./sync/create_connections.ts";
export { createSync, type Sync, type SyncDeps } from "./sync/create_sync.ts";
export { PROOF_FILE } from "./sync/prove_control.ts";
export { hasSource } from "./sync/source_match.ts";
export { createSets, type SetsDeps } from "./sets/create_sets.ts";
export { createStats, type Stats } from "./stats/create_stats.ts";
export { createFeaturing } from "./public_catalog/feature_skill.ts";
export { createPublicCatalog, type PublicCatalogDeps } from "./public_catalog/create_public_catalog.ts";
export { createEndSkills } from "./skills/end_skills.ts";
export { createRepositoryModeration, type RepositoryModeration } from "./moderation/moderate_repository.ts";
export { createModeration, type ModerationDeps } from "./moderation/moderate.ts";
export { type BlockedTypes, isBlockedPath } from "./upload/blocked_files.ts";
export { type JudgedTree, judgeTree } from "./upload/judge_tree.ts";
export { createReceiveForm, type ReceiveForm } from "./upload/receive_form.ts";
export { readArchive } from "./upload/read_archive.ts";
export { readUploadForm, type UploadForm } from "./upload/read_form.ts";
export { readUpload } from "./upload/read_upload.ts";
export type { SentFile } from "./upload/sent_file.ts";
