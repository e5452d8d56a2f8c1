/**
 * What a form carries to show that a page of ours was shown to who sends it. The cookie that it is bound to
 * would be sent along with a form of any page; this is not.
 */
import { CSRF, type SessionForms } from "../../contracts/auth/session_forms.ts";
import type { PersonAsking } from "../../contracts/auth/viewer.ts";
import type { Sealer } from "../auth/mod.ts";

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

/**
 * Whether a page of this origin sent a form, by what browsers of today say with every post. Forms carry a token
 * besides, so that one in which nothing is said is judged by that.
 */
export function isFromHere(request: Request, issuer: string): boolean {
  const origin = request.headers.get("origin");
  return origin === null || origin === issuer;
}

/** For the forms of other surfaces. */
export function createSessionForms(sealer: Sealer, issuer: string): SessionForms {
  return {
    tokenFor: (asker) => csrfToken(sealer, sessionForms(asker)),
    isFromHere: (request) => isFromHere(request, issuer),
    isTheirs: (asker, fields) => isOfOwner(sealer, new URLSearchParams({ ...fields }), sessionForms(asker)),
  };
}
