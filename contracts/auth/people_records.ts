/** The rows of people, accounts and sessions in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { HostKey } from "../addresses.ts";
import type { BegunRecord, LinkRecord, Person, Session } from "./people.ts";
import type { AccountId, PersonId } from "./viewer.ts";

const time = z.number().nonnegative();
const isText = (value: unknown): boolean => typeof value === "string" && value.length > 0;
const accountId = z.custom<AccountId>(isText);
const personId = z.custom<PersonId>(isText);
const hostKey = z.custom<HostKey>(isText);

export const PERSON_RECORD = z.object({
  id: personId,
  host: hostKey.nullable(),
  login: z.string(),
  accounts: z.array(accountId),
}) satisfies z.ZodType<Person>;

export const SESSION_RECORD = z.object({
  person: personId,
  startedAt: time,
  seenAt: time,
}) satisfies z.ZodType<Session>;

export const LINK_RECORD = z.object({ account: accountId, expiresAt: time }) satisfies z.ZodType<LinkRecord>;

export const BEGUN_RECORD = z.object({
  host: hostKey,
  state: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  expiresAt: time,
}) satisfies z.ZodType<BegunRecord>;
