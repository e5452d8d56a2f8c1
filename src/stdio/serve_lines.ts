import type { Clock, Log } from "../../contracts/ambient.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import { withTimeout } from "../flow/mod.ts";
import { inputLines } from "./_input_lines.ts";
import { readLine } from "./_line_request.ts";
import { responseLines } from "./_response_lines.ts";

export interface ServeLinesOptions {
  readonly input: ReadableStream<Uint8Array>;
  /** Writes a whole line; rejects once nobody reads any more. */
  readonly write: (line: string) => Promise<void>;
  /** Where the app has the server that is spoken to. */
  readonly url: string;
  readonly handler: (request: Request) => Response | Promise<Response>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Far above the largest message that the app takes, which says so itself. Bytes. */
const MOST_LINE_BYTES = 4 * 1024 * 1024;

/** Requests that run at once; while so many do, no more is read. */
const MOST_AT_ONCE = 256;

/** A client that closed its end kills the process within a second or two. */
const WIND_DOWN_MS = 600;

/**
 * Speaks MCP over lines (specification, "stdio"): each goes through the app as a request of its own, so that
 * there is one implementation of the protocol. Resolves when the input ends, once what runs is answered or
 * some moments have passed, and when nobody reads the answers any more.
 */
export async function serveLines(options: ServeLinesOptions): Promise<void> {
  const { input, write, url, handler, clock, log } = options;
  const running = new Map<symbol, { readonly id: string | number | null; readonly abort: AbortController }>();
  const jobs = new Set<Promise<void>>();
  const gone = Promise.withResolvers<null>();
  /** What the earlier era agreed on in its handshake, which HTTP repeats with each request. */
  let revision: string | null = null;

  async function answer(text: string): Promise<void> {
    const { id, method, cancels, headers } = readLine(text);
    if (cancels !== null) {
      for (const one of running.values()) if (one.id === cancels) one.abort.abort();
    }
    const key = Symbol();
    const abort = new AbortController();
    running.set(key, { id, abort });
    try {
      const agreed = revision !== null && method !== "initialize" ? { "mcp-protocol-version": revision } : {};
      const response = await handler(
        new Request(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...agreed,
            ...headers,
          },
          body: text,
          signal: abort.signal,
        }),
      );
      const lines = await responseLines(response, id);
      if (method === "initialize") revision = agreedIn(lines[0]) ?? revision;
      // Who called a request off expects nothing of it (specification, "Cancellation").
      if (abort.signal.aborted) return;
      for (const line of lines) await write(line).catch(() => gone.resolve(null));
    } catch (error) {
      if (!abort.signal.aborted) log("error", "line_failed", { ...whereItFailed(error) });
    } finally {
      running.delete(key);
    }
  }

  function start(text: string): void {
    const job = answer(text).finally(() => jobs.delete(job));
    jobs.add(job);
  }

  async function readAll(): Promise<null> {
    for await (const line of inputLines(input, MOST_LINE_BYTES)) {
      if ("tooLong" in line) log("warn", "line_too_long", { most: MOST_LINE_BYTES });
      else start(line.text);
      if (jobs.size >= MOST_AT_ONCE) await Promise.race(jobs);
    }
    return null;
  }

  await Promise.race([readAll(), gone.promise]);
  await withTimeout(clock, WIND_DOWN_MS, Promise.all(jobs), () => null);
}

function agreedIn(line: string | undefined): string | null {
  if (line === undefined) return null;
  const { result } = Object(JSON.parse(line));
  const version: unknown = Object(result).protocolVersion;
  return typeof version === "string" ? version : null;
}
