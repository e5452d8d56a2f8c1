/** The rows of account keys and install links in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { AccountId, PersonId } from "../auth/viewer.ts";
import type { SecretDigest } from "../auth/secret_digest.ts";
import type { InstallLink } from "./install_links.ts";
import type { AccountKey } from "./keys.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const time = z.number().nonnegative();

export const INSTALL_LINK_RECORD = z.object({
  account: z.custom<AccountId>(isText),
  maker: z.custom<PersonId>(isText).nullable(),
  key: z.custom<SecretDigest>(isText).nullable(),
  skills: z.array(z.string()).nullable(),
  lastFour: z.string(),
  createdAt: time,
  expiresAt: time,
}) satisfies z.ZodType<InstallLink>;

export const ACCOUNT_KEY_RECORD = z.object({
  kind: z.enum(["account", "catalog"]),
  account: z.custom<AccountId>(isText),
  maker: z.custom<PersonId>(isText).nullable(),
  label: z.string(),
  scopes: z.array(z.enum(["registry:read", "registry:write", "repo:read"])),
  skills: z.array(z.string()).nullable(),
  lastFour: z.string(),
  createdAt: time,
  expiresAt: time.nullable(),
  usedAt: time.nullable(),
}) satisfies z.ZodType<AccountKey>;
