/** The variables of signing in, of the authorization server, and of what is not public. */
import { z } from "zod";
import { authSecrets, gitHostApps, oidcIssuers, signInAllowed } from "./_parse_authorization.ts";
import { privateKey, secret, variable, wholeNumber } from "./_setting.ts";

export const SIGN_IN_SETTINGS = {
  ...sealing(
    "AUTH_SECRET",
    "Seals what sign-in keeps in the store, the newest first; without it nobody signs in and what is not public is not there",
  ),
  ACCOUNT_HOST: variable(
    z.string().regex(/^[a-z0-9.-]{1,253}(:\d{1,5})?$/).nullable(),
    "a host name in lower case, with its port where it is not the usual one",
    null,
    "Where people sign in, apart from the addresses, so that clients ask for no sign-in at what everyone may read",
  ),
  SIGN_IN_ALLOWED: variable(
    z.string().nullable().transform(signInAllowed),
    "people such as gh:login and organisations such as gh:name/*, separated by commas",
    null,
    "Who may sign in; everyone whom the git host knows where it is unset",
  ),
  GITHUB_APP_CLIENT_ID: variable(
    z.string().regex(/^[\x21-\x7e]{1,200}$/).nullable(),
    "1 to 200 characters of printable ASCII, given with GITHUB_APP_CLIENT_SECRET",
    null,
    "The GitHub App by which people sign in at GitHub",
  ),
  ...secret("GITHUB_APP_CLIENT_SECRET", 1, "What the GitHub App proves itself with when people sign in"),
  GITHUB_APP_ID: variable(
    z.string().regex(/^[A-Za-z0-9._-]{1,100}$/).nullable(),
    "the number of the GitHub App, given with GITHUB_APP_PRIVATE_KEY",
    null,
    "The GitHub App that reads what is not public where its owners installed it; without it, the people who ask do",
  ),
  ...privateKey("GITHUB_APP_PRIVATE_KEY", "What that app proves itself with"),
  ...secret(
    "GITHUB_APP_WEBHOOK_SECRET",
    16,
    "Signs the events of the GitHub App; without it GITHUB_WEBHOOK_SECRET does, also for events about people",
  ),
  GIT_HOST_APPS: variable(
    z.string().nullable().transform(gitHostApps),
    "key=forgejo:client_id, separated by commas; a key of GIT_HOSTS, with its secret in GIT_HOST_APP_SECRETS",
    null,
    "The OAuth applications by which people sign in at Forgejo and Gitea",
  ),
  ...secret(
    "GIT_HOST_APP_SECRETS",
    1,
    "What those applications prove themselves with, as key=secret, separated by commas",
  ),
  OIDC_ISSUERS: variable(
    z.string().nullable().transform(oidcIssuers),
    "key=issuer, or key=issuer|URL of its keys, separated by commas; https, or http on loopback; none for none",
    { dev: null, start: "gh=https://token.actions.githubusercontent.com" },
    "Whose identity tokens let jobs publish without a secret, for the repositories of which git host",
  ),
  PERMISSION_TTL_SECONDS: wholeNumber(
    0,
    3600,
    60,
    "How long a git host's word that a person may see a repository is believed",
  ),
  OAUTH_LOCALHOST: variable(
    z.enum(["refuse", "accept"]),
    "refuse or accept",
    { dev: "accept", start: "refuse" },
    "Whether an app may register the name localhost alone for its answers, which another machine can take",
  ),
  OAUTH_ACCESS_SECONDS: wholeNumber(5, 3600, 3600, "How long an access token works"),
  OAUTH_REFRESH_GRACE_SECONDS: wholeNumber(
    0,
    300,
    30,
    "For how long an app whose access token had run out may have the answer to a refresh again",
  ),
  CIMD_ALLOW: variable(
    z.string().regex(/^[a-z0-9.:,\[\]-]{1,1000}$/).nullable(),
    "host:port, separated by commas; in dev alone",
    null,
    "Metadata documents of apps that may be fetched although they are on this machine",
  ),
};

/** Secrets, of which each may be several. */
function sealing<Name extends string>(name: Name, description: string) {
  const { [name]: _, ...file } = secret(name, 32, description);
  const value = variable(
    z.string().regex(/^[\x21-\x7e]{32,2048}$/).transform(authSecrets).nullable(),
    "32 characters of printable ASCII or more; older ones behind it, separated by commas",
    null,
    description,
  );
  return { ...file, [name]: value } as Record<Name, typeof value> & typeof file;
}
