import type { PersonAsking } from "./viewer.ts";

/** Shows that a form was on a page of ours that its sender was shown. */
export interface SessionForms {
  tokenFor(asker: PersonAsking): string;
  isTheirs(request: Request, asker: PersonAsking, token: string): boolean;
}
