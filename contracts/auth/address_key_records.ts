/** The rows of address keys in Deno KV, as they are validated when they are read. */
import { z } from "zod";
import type { AddressKey } from "./address_keys.ts";
import type { Audience, PersonId } from "./viewer.ts";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

export const ADDRESS_KEY_RECORD = z.object({
  maker: z.custom<PersonId>(isText).nullable(),
  audience: z.custom<Audience>(isText),
  address: z.string(),
  lastFour: z.string(),
  createdAt: z.number().nonnegative(),
  expiresAt: z.number().nonnegative(),
}) satisfies z.ZodType<AddressKey>;
