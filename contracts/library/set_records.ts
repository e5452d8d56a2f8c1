/** The rows of sets in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { AccountId } from "../auth/viewer.ts";
import type { SetName, SkillSet } from "./sets.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

export const SET_RECORD = z.object({
  account: z.custom<AccountId>(isText),
  name: z.custom<SetName>(isText),
  description: z.string().nullable(),
  members: z.array(z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("address"), alias: z.string(), address: z.string() }),
    z.object({
      kind: z.literal("skill"),
      alias: z.string(),
      owner: z.string(),
      name: z.string(),
      label: z.string().nullable(),
      wasOpen: z.boolean(),
    }),
  ])),
  changedAt: z.number().nonnegative(),
}) satisfies z.ZodType<SkillSet>;

/** How many sets an account has. */
export const SET_COUNT = z.object({ sets: z.int().nonnegative() });
