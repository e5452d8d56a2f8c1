/** What a program may send to the REST surface and what it gets (design "REST API"). */
import { z } from "zod";
import { ADDRESS_LIMITS } from "./limits.ts";

/** What an operator does with the repository that an address names. */
export const TRUST_ACTIONS = ["verify", "feature", "block", "clear"] as const;

export type TrustAction = (typeof TRUST_ACTIONS)[number];

/** `POST /admin/v1/trust` */
export const TRUST_CHANGE = z.strictObject({
  action: z.enum(TRUST_ACTIONS),
  address: z.string().min(1).max(ADDRESS_LIMITS.address),
});

/** Bytes of a request's body under `/admin`. */
export const ADMIN_BODY_BYTES = 16 * 1024;

/** Bytes of an event that a git host sends. */
export const WEBHOOK_BODY_BYTES = 4 * 1024 * 1024;
