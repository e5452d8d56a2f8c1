import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Metrics } from "../../../contracts/metrics.ts";

const TAG_CHARACTERS = 22;

/**
 * The entity tag of an answer that `key` determines wholly (`responseKey`), as this version of the server
 * writes it. It is known before anything is read, so that nothing is for who has the answer already.
 */
export function entityTag(version: string, key: string): string {
  const digest = createHash("sha256").update(`${version}\n${key}`).digest("base64url");
  return `"${digest.slice(0, TAG_CHARACTERS)}"`;
}

/** The tags that were told last, in about so many bytes: a client that has an answer asks for its tag alone. */
const TOLD_BYTES = 2 * 1024 * 1024;

/** `entityTag()` of this version, remembered: its digest is a good part of what a 304 costs. */
export function createEntityTags(version: string, metrics: Metrics): (key: string) => string {
  const told = new LRUCache<string, string>({
    maxSize: TOLD_BYTES,
    sizeCalculation: (tag, key) => 2 * (tag.length + key.length),
  });
  metrics.gauge("skillmount_cache_bytes", { cache: "tags" }, () => told.calculatedSize);
  return (key) => {
    const known = told.get(key);
    if (known !== undefined) return known;
    const tag = entityTag(version, key);
    told.set(key, tag);
    return tag;
  };
}

/**
 * Whether the client has the answer that `tag` names (RFC 9110, section 13.1.2). Tags are compared
 * weakly: whoever compresses an answer on its way weakens its tag. `*` asks whether there is any answer,
 * which nobody knows before it is made, and gets all of it.
 */
export function hasCurrent(request: Request, tag: string): boolean {
  const given = request.headers.get("if-none-match");
  return given !== null && given.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}

/** What a client that has the answer already is told: the headers that the answer would have. */
export function notModified(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 304, headers });
}
