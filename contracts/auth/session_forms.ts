import type { PersonAsking } from "./viewer.ts";

/** The name of the hidden field. */
export const CSRF = "csrf";

/** Shows that a form was on a page of ours that its sender was shown: it came from here, and carries their token. */
export interface SessionForms {
  tokenFor(asker: PersonAsking): string;
  isFromHere(request: Request): boolean;
  isTheirs(asker: PersonAsking, fields: Readonly<Record<string, string>>): boolean;
}
