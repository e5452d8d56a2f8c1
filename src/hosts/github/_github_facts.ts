import { z } from "zod";
import type { Clock } from "../../../contracts/ambient.ts";
import type { Repository, RepositoryId } from "../../../contracts/git_host.ts";
import type { Rest } from "../rest/mod.ts";

/** What nothing but the REST API can tell of a repository, and when it told it. */
export type GithubFacts =
  & Pick<Repository, "id" | "owner" | "name" | "description" | "picture">
  & Required<Pick<Repository, "confirmed">>;

export type FactsAnswer =
  | { readonly kind: "known"; readonly facts: GithubFacts; readonly isStale: boolean }
  /** GitHub says that there is no such public repository. */
  | { readonly kind: "not_found" }
  /** It was never told, and is not to be had now. */
  | { readonly kind: "unknown" };

/** A question about `owner/name`. */
export interface FactsQuestion {
  readonly owner: string;
  readonly name: string;
  /** What GitHub said of that name before; null: nothing. */
  readonly known: GithubFacts | null;
  /** What it said until then is asked for again. Milliseconds since the epoch. */
  readonly since: number;
}

/** Facts about a repository, asked for again when they have grown old. */
export type FindFacts = (question: FactsQuestion) => Promise<FactsAnswer>;

export interface FindFactsDeps {
  readonly rest: Rest;
  readonly clock: Clock;
  /** How long facts are believed. */
  readonly lifetimeMs: number;
  /** Whether a picture lies where GitHub keeps nothing but pictures. */
  readonly isPicture: (url: URL) => boolean;
}

export const NAME = z.string().min(1).max(200).regex(/^[A-Za-z0-9._-]+$/);

/** GitHub's own description of the reply is longer; nothing else is looked at. */
const REPOSITORY = z.object({
  id: z.int().positive(),
  name: NAME,
  owner: z.object({ login: NAME, avatar_url: z.string().max(2000).nullish() }),
  private: z.boolean(),
  description: z.string().max(10_000).nullable(),
});

/** How long GitHub is left alone when it says nothing about it. */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

/**
 * Spends as few requests as can be: without a token there are 60 an hour for all repositories, and an
 * unchanged answer costs one too. Keeps nothing itself: what was said before comes with the question, so
 * that a restart and another process know it.
 */
export function createFindFacts({ rest, clock, lifetimeMs, isPicture }: FindFactsDeps): FindFacts {
  let pausedUntil = 0;

  function pause(until: number | null): void {
    const now = clock.now();
    pausedUntil = Math.min(until ?? now + PAUSE_MS, now + LONGEST_PAUSE_MS);
  }

  function pictureOf(text: string | null | undefined): string | null {
    const url = URL.parse(text ?? "");
    return url !== null && isPicture(url) ? url.href : null;
  }

  return async ({ owner, name, known, since }) => {
    const now = clock.now();
    const at = known?.confirmed.at ?? 0;
    // A clock that was set back, here or where it was asked, makes facts old rather than young.
    const isFresh = at > since && Math.abs(now - at) < lifetimeMs;
    if (known !== null && isFresh) return { kind: "known", facts: known, isStale: false };
    const old: FactsAnswer = known === null
      ? { kind: "unknown" }
      : { kind: "known", facts: known, isStale: true };
    if (now < pausedUntil) return old;

    const asked = Math.max(now, since + 1);
    const reply = await rest({ path: `/repos/${owner}/${name}`, etag: known?.confirmed.etag ?? null });
    switch (reply.kind) {
      case "found": {
        const parsed = REPOSITORY.safeParse(reply.body);
        if (!parsed.success) return old;
        const { id, owner, name, description } = parsed.data;
        if (parsed.data.private) return { kind: "not_found" };
        const facts: GithubFacts = {
          id: String(id) as RepositoryId,
          owner: owner.login,
          name,
          description,
          picture: pictureOf(owner.avatar_url),
          confirmed: { at: asked, etag: reply.etag },
        };
        return { kind: "known", facts, isStale: false };
      }
      case "unchanged": {
        if (known === null) return old;
        const confirmed = { ...known.confirmed, at: asked };
        return { kind: "known", facts: { ...known, confirmed }, isStale: false };
      }
      case "not_found":
        return { kind: "not_found" };
      case "limited":
        pause(reply.until);
        return old;
      case "refused":
      case "unavailable":
        return old;
    }
  };
}
