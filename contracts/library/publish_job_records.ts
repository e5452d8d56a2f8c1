/** The rows of publish tokens in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { CommitHash } from "../addresses.ts";
import type { AccountId } from "../auth/viewer.ts";
import type { ConnectionId } from "./connections.ts";
import type { PublishToken } from "./publish_jobs.ts";
import type { SkillName } from "./skills.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

export const PUBLISH_TOKEN_RECORD = z.object({
  account: z.custom<AccountId>(isText),
  connection: z.custom<ConnectionId>(isText),
  skills: z.array(z.custom<SkillName>(isText)).nullable(),
  visibility: z.enum(["private", "global"]),
  repository: z.string(),
  commit: z.custom<CommitHash>(isText),
  issuer: z.string(),
  workflow: z.string(),
  run: z.string().nullable(),
  lastFour: z.string(),
  expiresAt: z.number(),
}) satisfies z.ZodType<PublishToken>;
