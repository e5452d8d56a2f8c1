import type { Clock, Log } from "../../contracts/ambient.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { createTokenBuckets } from "../flow/mod.ts";
import { messageOf } from "./_message_of.ts";

/** A server that listens until it is shut down, whatever becomes of single connections. */
export interface Listener {
  readonly addr: Deno.NetAddr;
  /** Takes no more connections, and resolves once the requests that run are answered. */
  shutdown(): Promise<void>;
}

export interface ListenOptions {
  readonly hostname: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly handler: Deno.ServeHandler<Deno.NetAddr>;
  readonly clock: Clock;
  readonly log: Log;
  readonly serve?: typeof Deno.serve;
}

/** A process that holds as many files and connections as it may takes a moment until it has room again. */
const PAUSE_MS = 200;

const MINUTE_MS = 60_000;

/** Servers that are left with their connections. The oldest beyond them closes what is idle, which makes room. */
const MOST_SERVERS = 16;

/**
 * Listens, and goes on listening at the same port where taking a connection failed, as it does in a process
 * without a file descriptor left: what is connected is served on meanwhile, and new connections are refused.
 *
 * @returns Fails with why it cannot listen at all.
 */
export function listen(
  { handler, clock, log, serve = Deno.serve, ...asked }: ListenOptions,
): Result<Listener, string> {
  const mayTell = createTokenBuckets({ clock, capacity: 1, refillMs: MINUTE_MS });
  /** The one that listens, and before it those that did: they serve the connections that they have. */
  const servers = new Set<Deno.HttpServer<Deno.NetAddr>>();
  let isOver = false;

  function start(port: number): Deno.HttpServer<Deno.NetAddr> {
    const server = serve({ hostname: asked.hostname, port, onListen: () => {} }, handler);
    servers.add(server);
    server.finished.then(() => {}, (error) => void startAgain(server.addr.port, error));
    void dropOldest();
    return server;
  }

  async function dropOldest(): Promise<void> {
    const [oldest] = servers;
    if (oldest === undefined || servers.size <= MOST_SERVERS) return;
    servers.delete(oldest);
    await oldest.shutdown().catch(() => {});
  }

  async function startAgain(port: number, reason: unknown): Promise<void> {
    for (let error = reason; !isOver;) {
      if (mayTell("accept") === 0) log("error", "connections.refused", { reason: messageOf(error) });
      await clock.sleep(PAUSE_MS);
      if (isOver) return;
      try {
        start(port);
        return;
      } catch (again) {
        error = again;
      }
    }
  }

  try {
    const { addr } = start(asked.port);
    return success({
      addr,
      async shutdown() {
        isOver = true;
        await Promise.allSettled(Array.from(servers, (server) => server.shutdown()));
      },
    });
  } catch (error) {
    return failure(messageOf(error));
  }
}
