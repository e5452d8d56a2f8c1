/**
 * What a form carries to show that a page of ours was shown to who sends it. The cookie that it is bound to
 * would be sent along with a form of any page; this is not.
 */
import type { SessionForms } from "../../contracts/auth/session_forms.ts";
import type { PersonAsking } from "../../contracts/auth/viewer.ts";
import type { Sealer } from "../auth/mod.ts";

/** The name of the field. */
export const CSRF = "csrf";

/** For the forms of `owner`, which is good for no others. */
export function csrfToken(sealer: Sealer, owner: string): string {
  return sealer.seal("", `csrf ${owner}`);
}

export function isOfOwner(sealer: Sealer, form: URLSearchParams, owner: string): boolean {
  return sealer.open(form.get(CSRF) ?? "", `csrf ${owner}`) !== null;
}

/** The forms about somebody's account. */
export function sessionForms({ session }: PersonAsking): string {
  return `session ${session}`;
}

/** The forms that ask a person about one request. */
export function requestForms({ session }: PersonAsking, sealed: string): string {
  return `request ${session} ${sealed}`;
}

/** The forms that sign in a browser that `browser` names, whose person is nobody yet. */
export function browserForms(browser: string): string {
  return `browser ${browser}`;
}

/** For the forms of other surfaces. */
export function createSessionForms(sealer: Sealer, issuer: string): SessionForms {
  return {
    tokenFor: (asker) => csrfToken(sealer, sessionForms(asker)),
    isTheirs(request, asker, token) {
      const origin = request.headers.get("origin");
      const isFromHere = origin === null || origin === issuer;
      return isFromHere && isOfOwner(sealer, new URLSearchParams({ [CSRF]: token }), sessionForms(asker));
    },
  };
}
