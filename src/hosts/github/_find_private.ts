import { z } from "zod";
import type { HostFailure, PrivateRepository, RepositoryId } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { NAME } from "./_github_facts.ts";
import type { Rest } from "../rest/mod.ts";

const REPOSITORY = z.object({
  id: z.int().positive(),
  name: NAME,
  owner: z.object({ login: NAME }),
  description: z.string().max(10_000).nullable(),
  default_branch: z.string().max(255).nullish(),
});

export interface PrivateQuestion {
  readonly owner: string;
  readonly name: string;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * What GitHub tells of a repository to whom the token speaks for. A token that is no good sees nothing, like whoever may not
 * see the repository.
 */
export async function findPrivate(
  rest: Rest,
  { owner, name, token, now }: PrivateQuestion,
): Promise<Result<Omit<PrivateRepository, "host" | "visibility">, HostFailure>> {
  const reply = await rest({ path: `/repos/${owner}/${name}`, token });
  switch (reply.kind) {
    case "found": {
      const parsed = REPOSITORY.safeParse(reply.body);
      if (!parsed.success) return UNREADABLE;
      const { id, description, default_branch: defaultBranch = null } = parsed.data;
      return success({
        id: String(id) as RepositoryId,
        owner: parsed.data.owner.login,
        name: parsed.data.name,
        description,
        defaultBranch,
        // Pictures are for everyone, and so for what everyone may see.
        picture: null,
        confirmed: { at: now, etag: reply.etag },
      });
    }
    case "not_found":
    case "refused":
      return failure({ reason: "not_found" });
    case "limited":
      return limited(reply.until, now);
    case "unchanged":
    case "unavailable":
      return UNREADABLE;
  }
}

/** @param until When the quota is there again; null: GitHub does not say. Milliseconds since the epoch, as is `now`. */
export function limited(until: number | null, now: number): Result<never, HostFailure> {
  const seconds = until === null ? null : Math.max(1, Math.ceil((until - now) / 1000));
  return failure({ reason: "rate_limited", retryAfterSeconds: seconds });
}

const UNREADABLE = failure(
  { reason: "unavailable", detail: "the host does not say who may see the repository" } as const,
);
