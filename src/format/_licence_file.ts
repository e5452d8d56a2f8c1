import type { LicenceTerms } from "../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../contracts/limits.ts";
import { classifyLicenceText } from "./_licence_seam.ts";

/** What a licence file says that nobody can read: nothing that would allow passing its subject on. */
export const UNREADABLE_LICENCE: LicenceTerms = { label: "unreadable licence", class: "restrictive" };

/** What a licence file of `bytes` bytes allows; `text` is null where it is no text of its own. */
export function licenceTerms(text: string | null, bytes: number): LicenceTerms {
  if (text === null || bytes > FORMAT_LIMITS.licenceBytes) return UNREADABLE_LICENCE;
  return classifyLicenceText(text);
}
