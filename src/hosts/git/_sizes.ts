import type { Connection } from "./transport/connection.ts";
import { readFetchReply } from "./transport/fetch_reply.ts";
import { fetchRequest } from "./transport/fetch_request.ts";
import { broken, isRefusal } from "./git_failure.ts";
import type { GitLimits } from "./git_limits.ts";
import { inflateParts } from "./pack/inflate.ts";
import { hashObject } from "./pack/object_type.ts";
import type { Pace } from "./pace.ts";
import { createPackBytes } from "./pack/pack_bytes.ts";
import {
  ENTRY_HEADER_BYTES,
  PACK_HEADER_BYTES,
  readEntryHeader,
  readPackHeader,
} from "./pack/pack_header.ts";
import { writePackets } from "./transport/pkt_line.ts";

/** One `object-info` request asks for so many. */
const AT_ONCE = 1000;

/** How many requests are on their way at one time. */
const CONCURRENT = 4;

/**
 * The sizes of blobs that were not sent, in bytes: by `object-info` (gitprotocol-v2(5)) where the host
 * has it, else by asking for a blob and reading no further than its header. Where there are more blobs
 * than `limits.sizeRequests`, the last request asks for all that are left and reads through them, as far
 * as `limits.sizeBytes` go. What is not learnt so is absent.
 */
export async function readSizes(
  connection: Connection,
  hashes: readonly string[],
  limits: GitLimits,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const { sizeRequests } = limits;
  const sizes = new Map<string, number>();
  if (connection.capabilities.objectInfo) {
    for (let at = 0; at < hashes.length && at / AT_ONCE < sizeRequests; at += AT_ONCE) {
      await askInfo(connection, hashes.slice(at, at + AT_ONCE), sizes, signal);
    }
    return sizes;
  }
  const left = Array.from(
    { length: Math.min(hashes.length, sizeRequests) },
    (_, at) => at === sizeRequests - 1 ? hashes.slice(at) : hashes.slice(at, at + 1),
  );
  async function askInTurn(): Promise<void> {
    for (let group = left.shift(); group !== undefined; group = left.shift()) {
      await askHeaders(connection, group, limits, sizes, signal);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, askInTurn));
  return sizes;
}

async function askInfo(
  { capabilities, request }: Connection,
  hashes: readonly string[],
  sizes: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const asked = new Set(hashes);
  const body = writePackets([
    "command=object-info",
    `object-format=${capabilities.objectFormat}`,
    null,
    "size",
    ...hashes.map((hash) => `oid ${hash}`),
  ]);
  await request("sizes", body, async (packets) => {
    if (await packets.line() !== "size") throw broken("tells no sizes");
    for (let line = await packets.line(); line !== null; line = await packets.line()) {
      const [, hash = "", size] = /^([0-9a-f]{40}) (\d{1,15})$/.exec(line) ?? [];
      if (size !== undefined && asked.has(hash)) sizes.set(hash, Number(size));
    }
  }, signal);
}

async function askHeaders(
  { capabilities, request }: Connection,
  hashes: readonly string[],
  limits: GitLimits,
  sizes: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const body = fetchRequest(capabilities, { wants: hashes, done: true });
  try {
    await request("sizes", body, async (packets, pace) => {
      const { pack } = await readFetchReply(packets);
      if (pack !== null) await readHeaders(pack, new Set(hashes), limits, sizes, pace);
    }, signal);
  } catch (error) {
    // A host that lacks one of them, or a request that has read enough.
    if (isRefusal(error)) return;
    throw error;
  }
}

/** Which of the blobs one is shows when all of it was read; the last one is the one that is left. */
async function readHeaders(
  chunks: AsyncIterable<Uint8Array>,
  left: Set<string>,
  limits: GitLimits,
  sizes: Map<string, number>,
  pace: Pace,
): Promise<void> {
  const source = chunks[Symbol.asyncIterator]();
  const bytes = createPackBytes(source, { keptBytes: 0, streamBytes: limits.sizeBytes }, pace);
  try {
    const count = readPackHeader(await bytes.ahead(PACK_HEADER_BYTES));
    bytes.drop(PACK_HEADER_BYTES);
    for (let index = 0; index < count; index++) {
      const { type, size, length } = readEntryHeader(await bytes.ahead(ENTRY_HEADER_BYTES));
      if (type !== "blob") return;
      const [last] = left;
      if (last === undefined) return;
      if (left.size === 1) {
        sizes.set(last, size);
        return;
      }
      bytes.drop(length);
      const hash = hashObject(type, size);
      await inflateParts({ next: bytes.ahead, used: bytes.drop }, size, hash.update, pace);
      const name = hash.digest();
      if (left.delete(name)) sizes.set(name, size);
    }
  } finally {
    await source.return?.();
  }
}
