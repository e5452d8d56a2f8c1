import type { Clock } from "../../../contracts/ambient.ts";
import type { Identity } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { AuditLog } from "../../../contracts/library/audit.ts";
import { type Connection, type ConnectionStore, jobSubject } from "../../../contracts/library/connections.ts";
import type {
  JobIdentity,
  PublishJobs,
  PublishToken,
  PublishTokenStore,
  VerifyIdentity,
} from "../../../contracts/library/publish_jobs.ts";
import type { TrustLists } from "../../../contracts/trust.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { isKey, newKey } from "../keys/key_text.ts";
import { digestOf, type RandomBytes } from "../secrets.ts";
import { fitsConnection } from "./fits_connection.ts";
import { refused } from "./verify_identity.ts";

export interface PublishJobsDeps {
  readonly audience: string;
  readonly verify: VerifyIdentity;
  readonly tokens: PublishTokenStore;
  readonly connections: Pick<ConnectionStore, "of" | "find">;
  readonly accounts: Pick<AccountStore, "account" | "bySlug">;
  readonly trust: Pick<TrustLists, "of">;
  readonly audit: Pick<AuditLog, "add">;
  /** The branch that a connection without one follows; null: its host does not say now. */
  readonly defaultBranchOf: (connection: Connection) => Promise<string | null>;
  /** The canonical address of a repository, which may be called what no address can be. */
  readonly addressOf: (text: string) => string;
  readonly compare: PublishJobs["compare"];
  readonly clock: Pick<Clock, "now">;
  readonly randomBytes: RandomBytes;
}

export const PUBLISH_TOKEN_PREFIX = "pt_";
const TOKEN_MS = 15 * 60_000;

export function createPublishJobs(deps: PublishJobsDeps): PublishJobs {
  const { tokens, connections, accounts, clock } = deps;

  /** The connections that the job fits, or why those to its repository do not. */
  async function fitting(job: JobIdentity): Promise<Result<readonly Connection[], Failure>> {
    const found = await connections.of(job.host, [jobSubject(job.repositoryId)]);
    const fits: Connection[] = [];
    let why: Failure | null = null;
    for (const { account, id } of found) {
      const connection = await connections.find(account, id);
      if (connection === null || connection.workflow === null) continue;
      const misfit = await fitsConnection(job, connection, deps.defaultBranchOf);
      if (misfit === null) fits.push(connection);
      else why ??= misfit;
    }
    if (fits.length > 0) return success(fits);
    return failure(
      why ?? {
        code: "auth.invalid_token",
        reason: `no account is connected to a workflow of repository ${job.repositoryId}`,
        hint: "Connect it at the account's dashboard, under Repositories",
      },
    );
  }

  async function isBlocked({ host, repository, repositoryId }: JobIdentity): Promise<boolean> {
    const [owner = "", name = ""] = repository.split("/");
    const id = repositoryId as RepositoryId;
    const facts = {
      host,
      id,
      owner,
      name,
      visibility: "public",
      description: null,
      defaultBranch: null,
      picture: null,
    } as const;
    return (await deps.trust.of(facts)).blocked;
  }

  async function chosen(
    fits: readonly Connection[],
    slug: string | undefined,
  ): Promise<Result<Connection, Failure>> {
    const byAccount = new Map(fits.map((connection) => [connection.account, connection]));
    if (slug === undefined) {
      const [only, ...others] = byAccount.values();
      if (only !== undefined && others.length === 0) return success(only);
      return failure({ code: "account.ambiguous", hint: "Name the account beside the token" });
    }
    for (const [id, connection] of byAccount) {
      if ((await accounts.account(id))?.slug === slug.toLowerCase()) return success(connection);
    }
    return refused("that account is not connected to the workflow");
  }

  return {
    audience: deps.audience,

    async exchange(identity, slug) {
      const job = await deps.verify(identity);
      if (!job.ok) return job;
      const fits = await fitting(job.value);
      if (!fits.ok) return fits;
      const connection = await chosen(fits.value, slug);
      if (!connection.ok) return connection;
      if (await isBlocked(job.value)) {
        return failure({
          code: "publish.not_allowed",
          reason: "the operator of this server blocked the repository",
        });
      }
      const account = await accounts.account(connection.value.account);
      if (account === null) return refused("its account is gone");
      if (account.state.kind !== "active") return failure({ code: "account.suspended" });

      const token = newKey(PUBLISH_TOKEN_PREFIX, deps.randomBytes);
      const { repository, commit, issuer, workflow, run, host } = job.value;
      const kept: PublishToken = {
        account: account.id,
        connection: connection.value.id,
        skills: connection.value.workflow?.skills ?? null,
        visibility: connection.value.visibility,
        repository: deps.addressOf(`/${host}/${repository}`),
        commit,
        issuer,
        workflow: workflow.file,
        run,
        lastFour: token.slice(-4),
        expiresAt: clock.now() + TOKEN_MS,
      };
      if (!await tokens.issue(digestOf(token), kept, job.value)) {
        return refused("it was used before", "Ask for a new one in each job");
      }
      await deps.audit.add(account.id, {
        actor: { kind: "job", repository: kept.repository, run },
        request: null,
        action: "job.token",
        target: workflow.file,
        before: null,
        after: commit,
      });
      return success({ token, account: account.slug, expiresAt: kept.expiresAt });
    },

    end: (digest) => tokens.end(digest),
    compare: deps.compare,
  };
}

/** Who holds a publish token; null: it is none, has run out, or its workflow is connected no more. */
export async function findPublishToken(
  bearer: string,
  { tokens, connections, clock }: Pick<PublishJobsDeps, "tokens" | "clock"> & {
    readonly connections: Pick<ConnectionStore, "find">;
  },
): Promise<Identity | null> {
  if (!isKey(bearer, PUBLISH_TOKEN_PREFIX)) return null;
  const digest = digestOf(bearer);
  const job = await tokens.find(digest);
  if (job === null || clock.now() >= job.expiresAt) return null;
  const connection = await connections.find(job.account, job.connection);
  if (connection === null || connection.workflow?.file !== job.workflow) return null;
  return { kind: "publish_token", account: job.account, token: digest };
}
