import type { Clock } from "../../../../contracts/ambient.ts";
import { type Capabilities, readCapabilities } from "./capabilities.ts";
import { createExchange, type GitRequest } from "./_exchange.ts";
import { GitFailure, notFound } from "../git_failure.ts";
import type { GitLimits } from "../git_limits.ts";
import { createPace, type Pace } from "../pace.ts";
import { createReplyPackets, type ReplyPackets } from "./_reply_packets.ts";
import { createBoundedMap } from "../../../flow/mod.ts";

/** What a request to a host is for. */
export type GitRequestKind = "capabilities" | "refs" | "commit" | "blobs" | "sizes" | "history" | "kind";

/** A repository on a host. */
export interface GitRemote {
  /** Whatever is remembered of it is remembered under this. */
  readonly id: string;
  /** Where it may be, the likeliest place first. Without a trailing slash. */
  readonly urls: readonly string[];
  /** Refs that were asked for by then are asked for again. Milliseconds since the epoch. */
  readonly since?: number;
  /** Asked with it; what is remembered of the repository is then remembered apart, under an id of its own. */
  readonly authorization?: string;
}

export interface GitReaderOptions {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly limits: GitLimits;
  readonly onForeign?: () => void;
  /** Told of every request to the host before it is sent. */
  readonly onRequest?: (kind: GitRequestKind) => void;
}

/** A repository whose place and capabilities are known. */
export interface Connection {
  readonly capabilities: Capabilities;
  /** Sends a request, and gives what `read` makes of the reply's packets. Throws `GitFailure`. */
  request<Value>(
    kind: GitRequestKind,
    body: Uint8Array<ArrayBuffer>,
    read: (packets: ReplyPackets, pace: Pace) => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<Value>;
}

/** Finds a repository, from memory where it was found before. Throws `GitFailure`. */
export type Connect = (remote: GitRemote, signal?: AbortSignal) => Promise<Connection>;

/** A host may learn new tricks, and a repository move. */
const REMEMBERED_MS = 60 * 60_000;
const MAX_REMEMBERED = 5000;

interface Known {
  readonly connection: Connection;
  readonly until: number;
}

export function createConnect(options: GitReaderOptions): Connect {
  const { clock, limits, onRequest } = options;
  const exchange = createExchange(options);
  const known = createBoundedMap<Known>(MAX_REMEMBERED);

  async function ask<Value>(
    kind: GitRequestKind,
    request: GitRequest,
    read: (packets: ReplyPackets, pace: Pace) => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<Value> {
    onRequest?.(kind);
    const reply = await exchange(request, signal);
    try {
      const pace = createPace();
      return await read(createReplyPackets(reply.chunks, { clock, limits, pace, until: reply.until }), pace);
    } finally {
      await reply.close();
    }
  }

  async function find(remote: GitRemote, signal?: AbortSignal): Promise<Connection> {
    const { urls, authorization } = remote;
    const asked = authorization === undefined ? {} : { authorization };
    for (const url of urls) {
      try {
        const advertisement = { url, service: "advertisement", ...asked } as const;
        const capabilities = await ask("capabilities", advertisement, readCapabilities, signal);
        return {
          capabilities,
          async request(kind, body, read, signal) {
            return await ask(kind, { url, service: "request", body, ...asked }, read, signal);
          },
        };
      } catch (error) {
        if (!(error instanceof GitFailure) || error.failure.reason !== "not_found") throw error;
      }
    }
    throw notFound();
  }

  return async (remote, signal) => {
    const remembered = known.get(remote.id);
    if (remembered !== undefined && remembered.until > clock.now()) return remembered.connection;
    const until = clock.now() + REMEMBERED_MS;
    const connection = await find(remote, signal);
    known.set(remote.id, { connection, until });
    return connection;
  };
}
