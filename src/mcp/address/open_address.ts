import type { ErrorCode, Failure } from "../../../contracts/errors.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { type Asking, type SendAnswer, timeToLive } from "../../http/mod.ts";
import {
  answerFrom,
  openSnapshot,
  type OpenSnapshotDeps,
  overview,
  overviewWithoutIndex,
  type Snapshot,
} from "../../reading/mod.ts";
import { renderInstructions } from "../../render/mod.ts";
import type { OpenedServer } from "../protocol/mod.ts";
import { type AddressIdentityDeps, createAddressIdentity } from "./address_identity.ts";
import { INDEXING_TTL_MS } from "./indexing_ttl.ts";

/** The server of an address, as one request sees it. */
export interface AddressServer extends OpenedServer {
  readonly mount: Mount;
  /** Null: not indexed yet, or not to be had. */
  readonly snapshot: Snapshot | null;
  /** Until when its requests wait for a commit that is being indexed. By the clock. */
  readonly waitUntil: number;
}

export interface OpenAddressDeps extends AddressIdentityDeps {
  readonly sources: OpenSnapshotDeps;
  readonly send: SendAnswer;
  /** How long a request waits for a commit that is being indexed. */
  readonly indexWaitMs: number;
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
 * The server of a mount, for a request and whether it asks for instructions. Fails with
 * `mount.path_not_found`, or `rate.limited` where nothing was started; one whose commit is not indexed yet
 * says so.
 */
export type OpenAddress = (
  mount: Mount,
  instructions: boolean,
  asking: Asking,
) => Promise<Result<AddressServer, Failure>>;

export function createOpenAddress(
  deps: OpenAddressDeps,
): OpenAddress {
  const { sources, indexWaitMs, send } = deps;
  const identity = createAddressIdentity(deps);

  return async function openAddress(mount, instructions, asking) {
    const { request } = asking;
    const waitMs = instructions ? Math.min(indexWaitMs, INSTRUCTIONS_WAIT_MS) : 0;
    const snapshot = await openSnapshot(sources, mount, waitMs, waitMs > 0 ? request.signal : undefined);
    if (!snapshot.ok && END_IT.has(snapshot.error.code)) return failure(snapshot.error);
    const now = sources.clock.now();
    const opened = {
      mount,
      waitUntil: now + indexWaitMs,
      send: (json: string, headers: Readonly<Record<string, string>>, status: number) =>
        send(asking, json, headers, status),
    };
    const cacheScope = mount.repository.visibility;
    const cache = { ttlMs: timeToLive(mount, now), cacheScope };
    const known = instructions ? null : identity.known(mount, request.url);
    const told = !snapshot.ok
      ? snapshot
      : known !== null
      ? success({ snapshot: snapshot.value, identity: known, instructions: null })
      : await answerFrom(snapshot.value, async (source) =>
        success({
          snapshot: source,
          identity: await identity.of(source, request.url),
          instructions: instructions ? renderInstructions(await overview(source)) : null,
        }));
    if (!told.ok) {
      const unready = overviewWithoutIndex(mount, sources.hosts, told.error);
      return success({
        ...opened,
        identity: identity.unread(unready, mount, request.url),
        instructions: instructions ? renderInstructions(unready) : null,
        cache: { ttlMs: INDEXING_TTL_MS, cacheScope },
        snapshot: null,
      });
    }
    return success({ ...opened, ...told.value, cache });
  };
}
