import type { Clock } from "../../contracts/ambient.ts";
import { TRAFFIC_LIMITS } from "../../contracts/limits.ts";
import type { Metrics } from "../../contracts/metrics.ts";
import type { Asker } from "../../contracts/auth/viewer.ts";
import { createDeadlines, createFairRoom, type Deadline } from "../flow/mod.ts";
import { failureResponse } from "./failure_response.ts";

/** What an answer is made of. */
export type AnswerBody =
  | string
  | Uint8Array
  | {
    readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
    /** What waits in memory while it is not read, at most. Bytes. */
    readonly heldBytes: number;
  };

export interface Asking {
  readonly request: Request;
  readonly asker: Asker;
}

/** Answers with a body of any size; `headers` are the answer's own. */
export type SendAnswer = (
  asking: Asking,
  body: AnswerBody,
  headers: Readonly<Record<string, string>>,
  status?: number,
) => Response;

export interface SendAnswerDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
}

const { smallAnswerBytes: SMALL_BYTES, inFlightBytes: IN_FLIGHT_BYTES, unreadMs: UNREAD_MS } = TRAFFIC_LIMITS;

const RETRY_SECONDS = 10;

/**
 * Bounds what answers hold in memory while they are on their way. Large ones go out in pieces, as the
 * client takes them; one that nobody takes any more of for a minute is broken off. All together they hold at
 * most 256 MiB, and a client has at most as much of it as the others have left: beyond that the
 * answer is `server.busy`. Connections that ask for nothing, or for much at a time, are a proxy's matter
 * (docs/deploy.md).
 */
export function createSendAnswer({ clock, metrics }: SendAnswerDeps): SendAnswer {
  const deadlines = createDeadlines(clock);
  const room = createFairRoom(IN_FLIGHT_BYTES);
  metrics.gauge("skillmount_answers_in_flight_bytes", {}, room.taken);

  return function sendAnswer(asking, body, headers, status = 200) {
    if (asking.request.method === "HEAD") {
      if (!isBytes(body) && typeof body !== "string") void body.stream.cancel();
      return new Response(null, { status, headers });
    }
    if (isSmall(body)) {
      return new Response(isBytes(body) ? new Uint8Array(body) : body, { status, headers });
    }
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const [stream, heldBytes] = isBytes(bytes)
      ? [pieces(bytes), bytes.length] as const
      : [bytes.stream, bytes.heldBytes] as const;
    const giveBack = room.take(asking.asker.client?.() ?? "", heldBytes);
    if (giveBack === null) {
      void stream.cancel();
      return failureResponse({
        code: "server.busy",
        reason: "large answers that are not read yet take all there is for them",
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    const length = isBytes(bytes) ? { "content-length": String(bytes.length) } : {};
    return new Response(watched(stream, giveBack), { status, headers: { ...length, ...headers } });
  };

  /** The same stream, broken off when nobody reads on; `end` is called once, however it ends. */
  function watched(
    stream: ReadableStream<Uint8Array<ArrayBuffer>>,
    end: () => void,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = stream.getReader();
    let isOver = false;
    // A client that goes away while the source is read ends it twice: by its going, and by what the source then says.
    const finish = () => {
      if (isOver) return;
      isOver = true;
      deadlines.delete(deadline);
      end();
    };
    let breakOff: (() => void) | null = null;
    const deadline: Deadline = {
      until: clock.now() + UNREAD_MS,
      late() {
        breakOff?.();
        void reader.cancel().catch(() => {});
        finish();
      },
    };
    deadlines.add(deadline);
    return new ReadableStream({
      start(controller) {
        // The runtime prints it: as an error it would bring a stack that says nothing.
        breakOff = () => controller.error("Cannot send an answer: nobody reads it");
      },
      async pull(controller) {
        // How long the source takes is not the client's doing.
        deadline.until = Infinity;
        try {
          const { done, value } = await reader.read();
          if (done) {
            finish();
            controller.close();
          } else {
            controller.enqueue(value);
            deadline.until = clock.now() + UNREAD_MS;
          }
        } catch (error) {
          finish();
          controller.error(error);
        }
      },
      async cancel(reason) {
        finish();
        await reader.cancel(reason);
      },
    }, { highWaterMark: 0 });
  }
}

function isBytes(body: AnswerBody): body is Uint8Array {
  return body instanceof Uint8Array;
}

/** A text is small where it is in any encoding. */
function isSmall(body: AnswerBody): body is string | Uint8Array {
  return typeof body === "string"
    ? 3 * body.length <= SMALL_BYTES
    : isBytes(body) && body.length <= SMALL_BYTES;
}

/** Each is copied when it is asked for, so that bytes which others hold too are held once. */
function pieces(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let start = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(bytes.subarray(start, start += SMALL_BYTES)));
      if (start >= bytes.length) controller.close();
    },
  }, { highWaterMark: 0 });
}
