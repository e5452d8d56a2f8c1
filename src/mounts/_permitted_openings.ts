import type { HostKey } from "../../contracts/addresses.ts";
import type { Clock } from "../../contracts/ambient.ts";
import type { Permit } from "../../contracts/auth/permission.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Invalidations } from "../../contracts/mounts.ts";
import type { Result } from "../../contracts/result.ts";
import type { Trust } from "../../contracts/trust.ts";
import type { Location } from "./_location.ts";

/** What was found out about an address with a permit. */
export interface PermittedOpening {
  readonly result: Result<Location, Failure>;
  /** What names the repository in an invalidation. */
  readonly subjects: readonly string[];
  /** Whether the operator's lists vouched for the repository. */
  readonly vouched: boolean;
  /** When the ref was asked for, and until when that holds. Milliseconds since the epoch. */
  readonly refAsked: number;
  readonly until: number;
}

/**
 * What permits opened, each known to who holds the very same permit and to nobody else; it goes with its permit. That the permit
 * is good is found out at every call, before.
 */
export interface PermittedOpenings {
  /** Null: there is none, or something became known that ends what it says. */
  find(permit: Permit, text: string, host: HostKey, trusted: Trust): Promise<PermittedOpening | null>;
  keep(permit: Permit, text: string, opening: PermittedOpening): void;
}

/** Addresses of one permit: an agent reads one, and few at a time read several as the same person. */
const MOST_OPENED = 8;

export function createPermittedOpenings(
  { clock, invalidations }: {
    readonly clock: Clock;
    readonly invalidations: Pick<Invalidations, "held" | "of">;
  },
): PermittedOpenings {
  const opened = new WeakMap<Permit, Map<string, PermittedOpening>>();

  return {
    async find(permit, text, host, trusted) {
      const known = opened.get(permit)?.get(text);
      if (known === undefined || known.until <= clock.now() || trusted.verified !== known.vouched) {
        return null;
      }
      const { subjects, refAsked } = known;
      const { refs } = invalidations.held(host, subjects) ?? await invalidations.of(host, subjects);
      return refAsked > refs ? known : null;
    },

    keep(permit, text, opening) {
      const kept = opened.get(permit) ?? new Map<string, PermittedOpening>();
      if (kept.size >= MOST_OPENED) kept.clear();
      opened.set(permit, kept.set(text, opening));
    },
  };
}
