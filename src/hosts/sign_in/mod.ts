export { createSignInHost, type SignInHostOptions, type SignInKind } from "./create_sign_in_host.ts";
