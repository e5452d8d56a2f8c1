import type { ErrorCode, Failure } from "../../../contracts/errors.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { MountHeading } from "../../../contracts/reading.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { timeToLive } from "../../http/mod.ts";
import {
  heading,
  openSnapshot,
  type OpenSnapshotDeps,
  overview,
  overviewWithoutIndex,
  type Snapshot,
} from "../../reading/mod.ts";
import { renderInstructions, renderServerInfo } from "../../render/mod.ts";
import type { OpenedServer } from "../protocol/mod.ts";
import { INDEXING_TTL_MS } from "./indexing_ttl.ts";

/** The server of an address, as one request sees it. */
export interface AddressServer extends OpenedServer {
  readonly mount: Mount;
  /** Null: not indexed yet, or not to be had. */
  readonly snapshot: Snapshot | null;
  /** Until when its requests wait for a commit that is being indexed. By the clock. */
  readonly waitUntil: number;
}

export interface OpenAddressDeps {
  readonly sources: OpenSnapshotDeps;
  /** How long a request waits for a commit that is being indexed. */
  readonly indexWaitMs: number;
  readonly version: string;
  /** What absolute URLs start with, given the request's own origin; null where it is not known. */
  readonly publicOrigin: (own: string) => string | null;
}

/**
 * How long opening a connection waits for an unseen commit. Most repositories are indexed within it,
 * so that their first connection gets real instructions; and it stays far below the few seconds after
 * which clients give a server up, which the waiting budget of a tool call would not.
 */
const INSTRUCTIONS_WAIT_MS = 1500;

/** There is no server to tell of. */
const END_IT: ReadonlySet<ErrorCode> = new Set(["mount.path_not_found", "rate.limited"]);

/**
 * The server of a mount. Fails with `mount.path_not_found`, or `rate.limited` where nothing was started; one
 * whose commit is not indexed yet says so.
 */
export async function openAddress(
  { sources, indexWaitMs, version, publicOrigin }: OpenAddressDeps,
  mount: Mount,
  instructions: boolean,
  { url, signal }: Request,
): Promise<Result<AddressServer, Failure>> {
  const waitMs = instructions ? Math.min(indexWaitMs, INSTRUCTIONS_WAIT_MS) : 0;
  const snapshot = await openSnapshot(sources, mount, waitMs, signal);
  if (!snapshot.ok && END_IT.has(snapshot.error.code)) return failure(snapshot.error);
  const place = {
    origin: publicOrigin(new URL(url).origin),
    hasPicture: mount.repository.visibility === "public" && mount.repository.picture !== null,
  };
  const serverInfoOf = (told: MountHeading) => ({ ...renderServerInfo(told, place), version });
  const now = sources.clock.now();
  const opened = { mount, waitUntil: now + indexWaitMs };
  const cacheScope = mount.repository.visibility;
  if (!snapshot.ok) {
    const told = overviewWithoutIndex(mount, sources.hosts, snapshot.error);
    return success({
      ...opened,
      serverInfo: serverInfoOf(told),
      instructions: instructions ? renderInstructions(told) : null,
      cache: { ttlMs: INDEXING_TTL_MS, cacheScope },
      snapshot: null,
    });
  }
  return success({
    ...opened,
    serverInfo: serverInfoOf(heading(snapshot.value)),
    instructions: instructions ? renderInstructions(overview(snapshot.value)) : null,
    cache: { ttlMs: timeToLive(mount, now), cacheScope },
    snapshot: snapshot.value,
  });
}
