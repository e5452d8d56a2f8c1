import type { Connection } from "./_connection.ts";
import { readFetchReply } from "./_fetch_reply.ts";
import { fetchRequest } from "./_fetch_request.ts";
import { broken, GitFailure } from "./_git_failure.ts";
import type { GitLimits } from "./git_limits.ts";
import { readFirstEntry } from "./_pack_header.ts";
import { writePackets } from "./_pkt_line.ts";

/** One `object-info` request asks for so many. */
const AT_ONCE = 1000;

/** How many single requests are on their way at one time. */
const CONCURRENT = 4;

/**
 * The sizes of blobs that were not sent, in bytes: by `object-info` (gitprotocol-v2(5)) where the host
 * has it, else by asking for a blob and reading no further than its header, for the first
 * `limits.sizeRequests` of them.
 */
export async function readSizes(
  connection: Connection,
  hashes: readonly string[],
  limits: GitLimits,
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  if (connection.capabilities.objectInfo) {
    for (let at = 0; at < hashes.length && at / AT_ONCE < limits.sizeRequests; at += AT_ONCE) {
      await askInfo(connection, hashes.slice(at, at + AT_ONCE), sizes);
    }
    return sizes;
  }
  const left = hashes.slice(0, limits.sizeRequests);
  async function askInTurn(): Promise<void> {
    for (let hash = left.shift(); hash !== undefined; hash = left.shift()) {
      const size = await askHeader(connection, hash);
      if (size !== null) sizes.set(hash, size);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, askInTurn));
  return sizes;
}

async function askInfo(
  { capabilities, request }: Connection,
  hashes: readonly string[],
  sizes: Map<string, number>,
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
  });
}

async function askHeader({ capabilities, request }: Connection, hash: string): Promise<number | null> {
  const body = fetchRequest(capabilities, { wants: [hash], done: true });
  try {
    return await request("sizes", body, async (packets) => {
      const { pack } = await readFetchReply(packets);
      const entry = pack === null ? null : await readFirstEntry(pack);
      return entry?.type === "blob" ? entry.size : null;
    });
  } catch (error) {
    if (error instanceof GitFailure && error.failure.reason === "not_found") return null;
    throw error;
  }
}
