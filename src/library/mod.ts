/** The library of accounts: who may ask for it and how often, what was published, what is kept (docs/design/account-access.md). */
export { createAccountAccess, type Rate } from "./usage/account_access.ts";
export { createLibrary, type LibraryDeps } from "./create_library.ts";
export { type BlockedTypes, isBlockedPath } from "./upload/blocked_files.ts";
export { type JudgedTree, judgeTree } from "./upload/judge_tree.ts";
export { readArchive } from "./upload/read_archive.ts";
export { readUploadForm, type UploadForm } from "./upload/read_form.ts";
export { readUpload } from "./upload/read_upload.ts";
export type { SentFile } from "./upload/sent_file.ts";
