/**
 * `permissive` lets copies be passed on with their notice, copyleft included. `restrictive` is all else
 * that speaks: no redistribution, no changes, no commerce, only some purposes, or a text nobody knows.
 */
export type LicenceClass = "permissive" | "restrictive";

/** What a licence text or field says. */
export interface LicenceFinding {
  /** One line: SPDX identifiers where they are known, else what was written or why it is not known. */
  readonly label: string;
  readonly class: LicenceClass;
}
