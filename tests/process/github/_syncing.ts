/** An account with a key, on a server that publishes to it from repositories of the stand-in for GitHub. */
import type { GitRepository } from "../../support/git_repository.ts";
import { accountAt, type SyncingAccount, syncingAccount } from "../syncing_account.ts";
import { type GithubServer, githubServer, type GithubServerOptions, type Process } from "./_github_server.ts";

export const ACME = "acme";
export const LIBRARY_ID = 300;
export const LIBRARY_ADDRESS = "/gh/acme/kit";

export interface SyncingWorld extends AsyncDisposable {
  readonly server: GithubServer;
  readonly process: Process;
  readonly repository: GitRepository;
  readonly acme: SyncingAccount;
  account(slug: string, process?: Process): Promise<SyncingAccount>;
  /** The account of the process as another process serves it. */
  at(process: Process): SyncingAccount;
}

/** @param repository The files of `acme/kit`, where it is. */
export async function syncingWorld(
  repository: GitRepository,
  environment: Readonly<Record<string, string>> = {},
  options: Pick<GithubServerOptions, "kvOf"> = {},
): Promise<SyncingWorld> {
  const server = await githubServer(options);
  const process = await server.process(environment);
  server.github.repositories.set("acme/kit", {
    id: LIBRARY_ID,
    gitDir: repository.gitDir,
    isPrivate: false,
    isInstalled: true,
    readers: new Set(),
    writers: new Set(["ada"]),
  });

  const account = (slug: string, at = process) => syncingAccount(at, slug);
  const acme = await account(ACME);
  return {
    server,
    process,
    repository,
    acme,
    account,
    at: (other) => accountAt(other, acme.id, ACME, acme.key),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
