import type { Mount } from "../../contracts/mounts.ts";
import { cacheHeaders, failureResponse, hasCurrent, notModified, responseKey } from "../http/mod.ts";
import type { Asked, ReadDeps } from "./operation.ts";

/** What an answer is made of, and the headers that it carries wherever it is kept. */
export interface Wanted {
  readonly mount: Mount;
  /** Names the answer among all of this server's version. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Opens the address and lets `make` answer, unless the client has that answer: then nothing is read.
 *
 * @param question All that shapes the answer beside the mount.
 */
export async function answerConditionally(
  { open, sources, tagOf }: ReadDeps,
  { request, address, asker }: Asked,
  question: readonly unknown[],
  make: (wanted: Wanted) => Promise<Response>,
): Promise<Response> {
  const mount = await open(address, asker);
  if (!mount.ok) return failureResponse(mount.error);
  const key = responseKey(mount.value, "rest", ...question);
  const kept = cacheHeaders(mount.value, sources.clock.now());
  // What the host could not confirm is for now alone.
  if (mount.value.stale !== undefined) return await make({ mount: mount.value, key, headers: kept });
  const etag = tagOf(key);
  const headers = { ...kept, etag };
  return hasCurrent(request, etag) ? notModified(headers) : await make({ mount: mount.value, key, headers });
}
