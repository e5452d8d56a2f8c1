import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Clock } from "../../../contracts/ports.ts";
import type { Rest } from "./_rest.ts";

/** What nothing but the REST API can tell of a repository. */
export interface Facts {
  /** Never changes, and is never given again. */
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly description: string | null;
}

export type FactsAnswer =
  | { readonly kind: "known"; readonly facts: Facts; readonly isStale: boolean }
  /** GitHub says that there is no such public repository. */
  | { readonly kind: "not_found" }
  /** It was never told, and is not to be had now. */
  | { readonly kind: "unknown" };

/** Facts about `owner/name`, asked for again when they have grown old. */
export type FindFacts = (owner: string, name: string) => Promise<FactsAnswer>;

const NAME = z.string().min(1).max(200).regex(/^[A-Za-z0-9._-]+$/);

/** GitHub's own description of the reply is longer; nothing else is looked at. */
const REPOSITORY = z.object({
  id: z.int().positive(),
  name: NAME,
  owner: z.object({ login: NAME }),
  private: z.boolean(),
  description: z.string().max(10_000).nullable(),
});

const MAX_REMEMBERED = 10_000;

/** How long GitHub is left alone when it says nothing about it. */
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;

interface Remembered {
  readonly facts: Facts;
  readonly etag: string | null;
  /** When they were confirmed. Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Spends as few requests as can be: without a token there are 60 an hour for all repositories, and an
 * unchanged answer costs one too.
 *
 * @param lifetimeMs How long facts are believed.
 */
export function createFindFacts(rest: Rest, clock: Clock, lifetimeMs: number): FindFacts {
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  let pausedUntil = 0;

  function pause(until: number | null): void {
    const now = clock.now();
    pausedUntil = Math.min(until ?? now + PAUSE_MS, now + LONGEST_PAUSE_MS);
  }

  return async (owner, name) => {
    const key = `${owner}/${name}`.toLowerCase();
    const known = remembered.get(key);
    const now = clock.now();
    if (known !== undefined && now - known.at < lifetimeMs) return knownFacts(known, false);
    const old: FactsAnswer = known === undefined ? { kind: "unknown" } : knownFacts(known, true);
    if (now < pausedUntil) return old;

    const reply = await rest(`/repos/${owner}/${name}`, known?.etag ?? null);
    switch (reply.kind) {
      case "found": {
        const parsed = REPOSITORY.safeParse(reply.body);
        if (!parsed.success) return old;
        const { id, owner, name, description } = parsed.data;
        if (parsed.data.private) {
          remembered.delete(key);
          return { kind: "not_found" };
        }
        const facts: Facts = { id, owner: owner.login, name, description };
        remembered.set(key, { facts, etag: reply.etag, at: now });
        return { kind: "known", facts, isStale: false };
      }
      case "unchanged":
        if (known === undefined) return old;
        remembered.set(key, { ...known, at: now });
        return knownFacts(known, false);
      case "not_found":
        remembered.delete(key);
        return { kind: "not_found" };
      case "limited":
        pause(reply.until);
        return old;
      case "unavailable":
        return old;
    }
  };
}

function knownFacts({ facts }: Remembered, isStale: boolean): FactsAnswer {
  return { kind: "known", facts, isStale };
}
