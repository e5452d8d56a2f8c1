import { z } from "zod";
import type { HostCredential, HostFailure, Repository, RepositoryId } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { Rest } from "../rest/mod.ts";

/** Which repository a name leads to, and what it is called now. */
export type RepositoryIdentity = Pick<Repository, "id" | "owner" | "name">;

const NAME = z.string().min(1).max(200).regex(/^[A-Za-z0-9._-]+$/);

/** Forgejo and Gitea answer so; nothing else is looked at. */
const REPOSITORY = z.object({
  id: z.int().positive(),
  name: NAME,
  owner: z.object({ login: NAME }),
  private: z.boolean(),
});

const UNREADABLE = failure(
  { reason: "unavailable", detail: "the host does not say which repository it is" } as const,
);

/**
 * Asks a forge's API for the number of a repository, as the bearer of a credential or as everyone: names are given away, and a
 * number is not.
 */
export async function findIdentity(
  rest: Rest,
  { owner, name }: Pick<Repository, "owner" | "name">,
  credential: HostCredential | null,
  now: number,
): Promise<Result<RepositoryIdentity, HostFailure>> {
  const reply = await rest({ path: `/repos/${owner}/${name}`, ...credential });
  switch (reply.kind) {
    case "found": {
      const { data } = REPOSITORY.safeParse(reply.body);
      if (data === undefined) return UNREADABLE;
      // A guest of a forge may see what is for all who are signed in there, which is not everyone.
      if (credential === null && data.private) return failure({ reason: "not_found" });
      return success({ id: String(data.id) as RepositoryId, owner: data.owner.login, name: data.name });
    }
    case "not_found":
    case "refused":
      return failure({ reason: "not_found" });
    case "limited": {
      const seconds = reply.until === null ? null : Math.max(1, Math.ceil((reply.until - now) / 1000));
      return failure({ reason: "rate_limited", retryAfterSeconds: seconds });
    }
    case "unchanged":
    case "unavailable":
      return UNREADABLE;
  }
}
