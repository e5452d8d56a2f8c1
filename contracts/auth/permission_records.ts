/** The rows of permissions in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { HostKey } from "../addresses.ts";
import type { PrivateRepository, RepositoryId } from "../git_host.ts";
import type { KeptTokens, Permission } from "./permission.ts";

const time = z.number().nonnegative();
const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

const repository = z.object({
  host: z.custom<HostKey>(isText),
  id: z.custom<RepositoryId>(isText),
  owner: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  visibility: z.literal("private"),
  defaultBranch: z.string().nullable(),
  picture: z.string().nullable(),
  confirmed: z.object({ at: time, etag: z.string().nullable() }).exactOptional(),
}) satisfies z.ZodType<PrivateRepository>;

export const PERMISSION_RECORD = z.object({ repository, checkedAt: time }) satisfies z.ZodType<Permission>;

export const TOKENS_RECORD = z.object({
  sealed: z.string(),
  expiresAt: time.nullable(),
  lease: z.object({ owner: z.string(), until: time }).nullable(),
}) satisfies z.ZodType<KeptTokens>;
