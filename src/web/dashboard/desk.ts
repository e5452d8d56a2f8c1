import type { Context } from "hono";
import type { Child } from "hono/jsx";
import type { Person } from "../../../contracts/auth/people.ts";
import type { PersonAsking } from "../../../contracts/auth/viewer.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type { LibraryAuthor } from "../../../contracts/library/library.ts";
import type { Role } from "../../../contracts/library/members.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { RequestVariables } from "../../http/mod.ts";
import type { Notice } from "./_notices.ts";

export type DeskContext = Context<{ Variables: RequestVariables }>;

/** A person at the dashboard of an account that they belong to. */
export interface Desk {
  readonly asker: PersonAsking;
  readonly person: Person;
  readonly account: Account;
  readonly role: Role;
  /** Slugs of all their accounts. */
  readonly slugs: readonly string[];
  readonly author: LibraryAuthor;
  /** Goes into each form. */
  readonly csrf: string;
  /** Where the account's dashboard is: a path. */
  readonly base: string;
}

export const SECTIONS = [
  "Overview",
  "Skills",
  "Library",
  "Changes",
  "Repositories",
  "Sets",
  "Connect",
  "Members",
  "Usage",
  "Audit",
  "Settings",
] as const;

export type Section = (typeof SECTIONS)[number];

/** A page of the dashboard. */
export interface View {
  readonly title: string;
  readonly section: Section;
  readonly children: Child;
  /** Of a key that was just made: shown this once, at the top. */
  readonly secret?: string;
}

/** `kept`: what was sent in a form of the page that could not be taken, so that nobody types it again. */
export type Show = (desk: Desk, context: DeskContext, kept: Sent) => Promise<Result<View, Failure>>;

/** Where the browser goes after a form, or what it is shown at once. */
export type Done =
  | { readonly to: string; readonly notice: Notice }
  | { readonly view: View; readonly told: string }
  | { readonly answer: Response };

/** What a form says, by name. */
export type Sent = Readonly<Record<string, string>>;

/** The dashboard's own paths start with it. */
export const DASHBOARD = "/dashboard";

/** Where the dashboard of an account is: a path. */
export function dashboardOf({ slug }: { readonly slug: string }): string {
  return `${DASHBOARD}/${slug}`;
}

/** What a form that does one thing leads to. */
export function done(to: string, notice: Notice): Result<Done, never> {
  return success({ to, notice });
}

/** The form's word against a typing error that costs something. */
export function mustType(sent: Sent, expected: string): Failure | null {
  return sent.typed?.trim() === expected
    ? null
    : { code: "request.invalid", reason: `type "${expected}" to show that you mean it` };
}

/** A failure that is written in place, with the type that every handler fails with. */
export function refused(problem: Failure): Result<never, Failure> {
  return failure(problem);
}
