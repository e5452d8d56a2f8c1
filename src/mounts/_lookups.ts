import type { HostKey } from "../../contracts/addresses.ts";
import type { Clock } from "../../contracts/ambient.ts";
import type { Viewer } from "../../contracts/auth/viewer.ts";
import { createTokenBuckets } from "../flow/mod.ts";

/** How many names that nobody asked for before a git host may be asked about in an hour. */
export interface LookupLimits {
  readonly perClient: number;
  readonly perHost: number;
}

/** Lets a viewer have a host asked about a new name. 0: it may; else the seconds after which it may try again. */
export type AdmitLookup = (host: HostKey, viewer: Viewer) => number;

const HOUR_MS = 3_600_000;

/**
 * Keeps clients from making this server ask a git host without end, which the host would hold against the
 * server. A client has `perClient` look-ups at once, and as many again in each hour, one by one; a host has
 * `perHost` from all of them. While more than half of the host's are left, nobody is held back for others;
 * below that a client may have used only as much of its own as the host has left, so that who scans leaves
 * room for who asks for one thing. What nobody asks for over a network is never held back.
 */
export function createLookups(clock: Clock, { perClient, perHost }: LookupLimits): AdmitLookup {
  const ofClient = createTokenBuckets({ clock, capacity: perClient, refillMs: HOUR_MS / perClient });
  const ofHost = createTokenBuckets({ clock, capacity: perHost, refillMs: HOUR_MS / perHost });

  return (host, { client }) => {
    if (client === undefined) return 0;
    const name = client();
    if (1 - ofClient.left(name) > 2 * ofHost.left(host)) return Math.ceil(HOUR_MS / perClient / 1000);
    const isHostSpent = ofHost.left(host) * perHost < 1;
    return (isHostSpent ? 0 : ofClient(name)) || ofHost(host);
  };
}
