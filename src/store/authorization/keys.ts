/**
 * Keys of sign-in and authorization, root `a`. Every secret is named by its SHA-256; none is stored.
 *
 * | key | value |
 * | --- | --- |
 * | a client id | what an app registered |
 * | a doc digest | what was found at the URL that is an app's id |
 * | a unused time id | true: a registration that granted nothing yet, oldest first |
 * | a unusedCount | how many of them, a counter |
 */
import { createHash } from "node:crypto";
import type { ClientId } from "../../../contracts/auth/clients.ts";

type Key = Deno.KvKey;

export function clientKey(id: ClientId): Key {
  return ["a", "client", id];
}

/** The URL is longer than a part of a key may be. */
export function clientDocumentKey(id: ClientId): Key {
  return ["a", "doc", createHash("sha256").update(id).digest("hex")];
}

export const UNUSED_CLIENTS_KEY: Key = ["a", "unused"];

/** `registeredAt` in milliseconds since the epoch. */
export function unusedClientKey(registeredAt: number, id: ClientId): Key {
  return ["a", "unused", registeredAt, id];
}

export const UNUSED_COUNT_KEY: Key = ["a", "unusedCount"];
