/** The rows of grants, codes and tokens in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { ClientId, RedirectUri } from "./clients.ts";
import type { AccessRecord, CodeRecord, Grant, RefreshRecord, SealedAnswer } from "./grants.ts";
import type { SecretDigest } from "./secret_digest.ts";
import type { AccountId, Audience, GrantId, PersonId } from "./viewer.ts";

const time = z.number().nonnegative();
const isText = (value: unknown): boolean => typeof value === "string" && value.length > 0;
const isDigest = (value: unknown): boolean => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const grantId = z.custom<GrantId>(isText);
const audience = z.custom<Audience>(isText);
const digest = z.custom<SecretDigest>(isDigest);

const allowed = z.object({
  client: z.custom<ClientId>(isText),
  clientName: z.string().nullable(),
  person: z.custom<PersonId>(isText),
  account: z.custom<AccountId>(isText),
  audience,
  scope: z.enum(["registry:read", "registry:write", "repo:read"]),
});

export const GRANT_RECORD = allowed.extend({ grantedAt: time, usedAt: time }) satisfies z.ZodType<Grant>;

export const CODE_RECORD = allowed.extend({
  grant: grantId,
  redirectUri: z.custom<RedirectUri>(isText),
  challenge: z.string(),
  expiresAt: time,
  isUsed: z.boolean(),
}) satisfies z.ZodType<CodeRecord>;

export const ACCESS_RECORD = z.object({
  grant: grantId,
  audience,
  expiresAt: time,
}) satisfies z.ZodType<AccessRecord>;

export const REFRESH_RECORD = z.object({
  grant: grantId,
  expiresAt: time,
  accessExpiresAt: time,
  successor: z.object({ digest, isLate: z.boolean(), graceUntil: time }).nullable(),
}) satisfies z.ZodType<RefreshRecord>;

export const SEALED_ANSWER = z.object({
  sealed: z.string(),
  isAnswered: z.boolean(),
}) satisfies z.ZodType<SealedAnswer>;
