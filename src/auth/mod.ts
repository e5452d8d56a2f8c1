export { type AuthenticatorDeps, createAuthenticator } from "./authenticate.ts";
export { parseClientId } from "./clients/client_id.ts";
export { type MetadataProblem, parseRegistration } from "./clients/client_metadata.ts";
export {
  createFindClient,
  type FindClient,
  type FindClientDeps,
  type KnownClient,
} from "./clients/find_client.ts";
export {
  isRegistered,
  type LocalhostRule,
  parseRedirectUri,
  type Receiver,
  receiverOf,
} from "./clients/redirect_uri.ts";
export { registerClient, type RegisterClientDeps, type Registration } from "./clients/register_client.ts";
export { type CodeExchange, exchangeCode } from "./grants/exchange_code.ts";
export { type RefreshRequest, refreshTokens } from "./grants/refresh_tokens.ts";
export { type GrantDeps, type TokenAnswer, type TokenRefusal } from "./grants/token_answer.ts";
export {
  type AddressKeys,
  type AddressKeysDeps,
  createAddressKeys,
  findKeyHolder,
  MOST_KEYS,
} from "./keys/address_keys.ts";
export { createPermissions, type CredentialOf, type PermissionsDeps } from "./permission/check_permission.ts";
export { createHostTokens, type HostTokensDeps, type HostTokensKeeper } from "./permission/host_tokens.ts";
export {
  ACCOUNT_ENDPOINT,
  accountResource,
  addressResource,
  parseResource,
  type ProtectedResource,
  type ResourcePlaces,
} from "./resource.ts";
export { createSealer, type Sealer, type SealerDeps } from "./sealing.ts";
export { digestOf, newGrantId, newSecret, type RandomBytes } from "./secrets.ts";
export { returnPath } from "./people/return_path.ts";
export {
  createSignIn,
  type SignedIn,
  type SignIn,
  type SignInDeps,
  type SignInProblem,
} from "./people/sign_in.ts";
export { parseSlug, slugsFor } from "./people/slug.ts";
export { authenticateClient, type AuthenticatedClient } from "./clients/authenticate_client.ts";
export { allowRequest, scopeOf } from "./grants/allow_request.ts";
export {
  answerUrl,
  type AuthorizeDeps,
  type AuthorizeProblem,
  type AuthorizeRequest,
  readAuthorizeRequest,
} from "./grants/authorize_request.ts";
export { revokeToken, wasGivenTo } from "./grants/revoke_token.ts";
