export { createIssuerKeys } from "./issuer_keys.ts";
export { createSignInHost, type SignInKind } from "./create_sign_in_host.ts";
