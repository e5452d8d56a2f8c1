/** This program as a client of a server that runs elsewhere. */

export { createAuthorizedFetch } from "./authorized_fetch.ts";
export { endJob, exchangeJob, type JobEnvironment } from "./job_identity.ts";
export { keptInFile, keptInMemory, type KeptSecret } from "./kept_secret.ts";
export { parseServerUrl, type ServerUrl } from "./server_url.ts";
export { createLibraryClient } from "./library_client.ts";
export { type SignedIn, signIn } from "./sign_in.ts";
