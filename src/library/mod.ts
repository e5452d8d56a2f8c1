/** The library of accounts: who may ask for it and how often, what was published, what is kept (docs/design/account-access.md). */
export { createAccountAccess, type Rate } from "./usage/account_access.ts";
export { createLibrary, type LibraryDeps } from "./create_library.ts";
