/** What a program is built from, out of its settings: adapters, accounts, sign-in. */
export { clock, logErrors, newId, randomBytes } from "./ambient.ts";
export { buildAccounts, type BuiltAccounts } from "./build_accounts.ts";
export { buildAuthorization, devSignInLink } from "./build_authorization.ts";
export { buildSignIn, type BuiltSignIn } from "./build_sign_in.ts";
export { buildHosts, localHost, type LocalSources } from "./build_hosts.ts";
