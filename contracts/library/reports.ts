/** What people tell the operator of skills that they can see (docs/design/library.md "Moderation"). */
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { AuditNote } from "./audit.ts";
import type { Label, SkillId } from "./versions.ts";

/** A report may have so many characters. */
export const LONGEST_REPORT = 2000;

/** Whoever reports: a person, where one acts, else an account. */
export interface Reporter {
  readonly account: AccountId;
  /** Null: the key that asked was the operator's to make. */
  readonly person: PersonId | null;
}

export interface Report {
  /** Counts up from 1: what the operator calls it. */
  readonly number: number;
  readonly skill: SkillId;
  /** `owner/name`, as it was called then. */
  readonly named: string;
  /** Null: of the skill as such. */
  readonly version: Label | null;
  readonly reason: string;
  readonly by: Reporter;
  /** Milliseconds since the epoch, here and below. */
  readonly at: number;
  /** What the operator made of it; null: it waits. */
  readonly closed: { readonly at: number; readonly word: string } | null;
}

export interface ReportStore {
  /** Queues a report, unless its reporter has queued `most` on that UTC day already: false. */
  file(
    report: Omit<Report, "number" | "closed">,
    day: string,
    most: number,
    note: AuditNote,
  ): Promise<boolean>;
  /** The oldest first. `waiting`: without those that are closed. */
  reports(options: { readonly waiting: boolean; readonly most: number }): Promise<readonly Report[]>;
  /** Null: there is none of that number. One that is closed keeps what was made of it. */
  close(number: number, word: string): Promise<Report | null>;
}
