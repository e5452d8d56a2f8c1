export { createAuthenticator, createKeyAuthenticator } from "./authenticate.ts";
export { parseRegistration } from "./clients/client_metadata.ts";
export { createFindClient } from "./clients/find_client.ts";
export {
  isRegistered,
  type LocalhostRule,
  parseRedirectUri,
  type Receiver,
  receiverOf,
} from "./clients/redirect_uri.ts";
export { registerClient } from "./clients/register_client.ts";
export { exchangeCode } from "./grants/exchange_code.ts";
export { refreshTokens } from "./grants/refresh_tokens.ts";
export { type GrantDeps, type TokenAnswer, type TokenRefusal } from "./grants/token_answer.ts";
export { createAccountKeys, findAccountKey } from "./keys/account_keys.ts";
export { findOwnKey } from "./keys/find_own_key.ts";
export { type AddressKeys, createAddressKeys, findKeyHolder, MOST_KEYS } from "./keys/address_keys.ts";
export { createPermissions } from "./permission/check_permission.ts";
export { createHostTokens, type HostTokensKeeper } from "./permission/host_tokens.ts";
export {
  accountResource,
  addressResource,
  parseResource,
  type ProtectedResource,
  type ResourcePlaces,
  type SetPlace,
  setResource,
} from "./resource.ts";
export { createInstallLinks } from "./keys/install_links.ts";
export { createSealer, type Sealer } from "./sealing.ts";
export { digestOf, newGrantId, newSecret, type RandomBytes } from "./secrets.ts";
export { createPublishJobs } from "./jobs/publish_jobs.ts";
export { createVerifyIdentity } from "./jobs/verify_identity.ts";
export { createMayWrite } from "./people/may_write.ts";
export { createNumbersOf } from "./people/numbers_of.ts";
export { createNameOwner } from "./people/name_owner.ts";
export { linkPerson, personAt } from "./people/person_id.ts";
export { returnPath } from "./people/return_path.ts";
export {
  createSignIn,
  type SignedIn,
  type SignIn,
  type SignInAccounts,
  type SignInProblem,
} from "./people/sign_in.ts";
export { type RevokeAccessDeps, revokeClient, type Revoked, revokePerson } from "./people/revoke_access.ts";
export { parseClientId } from "./clients/client_id.ts";
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
