import type { Implementation } from "@modelcontextprotocol/server";
import type { ErrorCode, Failure } from "../../contracts/errors.ts";
import type { Mount } from "../../contracts/mounts.ts";
import type { MountHeading } from "../../contracts/reading.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { timeToLive } from "../http/mod.ts";
import {
  heading,
  openSnapshot,
  type OpenSnapshotDeps,
  overview,
  overviewWithoutIndex,
  type Snapshot,
} from "../reading/mod.ts";
import { renderInstructions, renderServerInfo } from "../render/mod.ts";
import { INDEXING_TTL_MS } from "./indexing_ttl.ts";

/** What a request is told of its mount, whatever it asks. */
export interface Introduction {
  readonly identity: Implementation;
  /** Only for the requests that open a connection. */
  readonly instructions: string | null;
  /** Until when it may be believed. Milliseconds from now. */
  readonly ttlMs: number;
  /** Null: not indexed yet, or not to be had. */
  readonly snapshot: Snapshot | null;
}

export interface IntroductionDeps {
  readonly sources: OpenSnapshotDeps;
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
const OPENING_WAIT_MS = 1500;

/** There is nothing to introduce. */
const END_IT: ReadonlySet<ErrorCode> = new Set(["mount.path_not_found", "rate.limited"]);

/**
 * Fails with `mount.path_not_found`, or `rate.limited` where nothing was started; a commit that is not
 * indexed yet is introduced as such.
 */
export async function introduce(
  { sources, indexWaitMs, version, publicOrigin }: IntroductionDeps,
  mount: Mount,
  opens: boolean,
  request: Request,
): Promise<Result<Introduction, Failure>> {
  const waitMs = opens ? Math.min(indexWaitMs, OPENING_WAIT_MS) : 0;
  const snapshot = await openSnapshot(sources, mount, waitMs, request.signal);
  if (!snapshot.ok && END_IT.has(snapshot.error.code)) return failure(snapshot.error);
  const place = {
    origin: publicOrigin(new URL(request.url).origin),
    hasPicture: mount.repository.visibility === "public" && mount.repository.picture !== null,
  };
  const identify = (told: MountHeading) => ({ ...renderServerInfo(told, place), version });
  if (!snapshot.ok) {
    const told = overviewWithoutIndex(mount, sources.hosts, snapshot.error);
    return success({
      identity: identify(told),
      instructions: opens ? renderInstructions(told) : null,
      ttlMs: INDEXING_TTL_MS,
      snapshot: null,
    });
  }
  return success({
    identity: identify(heading(snapshot.value)),
    instructions: opens ? renderInstructions(overview(snapshot.value)) : null,
    ttlMs: timeToLive(mount, sources.clock.now()),
    snapshot: snapshot.value,
  });
}
