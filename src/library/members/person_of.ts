import type { PersonId } from "../../../contracts/auth/viewer.ts";
import type { AuditActor } from "../../../contracts/library/audit.ts";

/** Whoever acts, or made the key that does; null: nobody in particular. */
export function personOf(actor: AuditActor): PersonId | null {
  switch (actor.kind) {
    case "person":
      return actor.person;
    case "key":
      return actor.maker;
    case "job":
    case "operator":
    case "server":
      return null;
  }
}
