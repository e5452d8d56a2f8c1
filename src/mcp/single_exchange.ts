import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  Server,
  Transport,
} from "@modelcontextprotocol/server";

/**
 * Serves one request of the revisions before 2026-07-28 on a server of its own.
 *
 * The SDK's transport for these answers only clients that accept both JSON and event streams, keeps
 * maps of streams that a server without sessions never has, and lets a cancellation within a batch
 * take an answer away. One request, one answer needs none of it.
 *
 * @returns The response message, or null when `signal` aborted first.
 */
export async function exchange(
  server: Server,
  message: JSONRPCRequest,
  request: Request,
): Promise<JSONRPCMessage | null> {
  const transport = new SingleExchange();
  await server.connect(transport);
  const { signal } = request;
  const onAbort = () => void server.close();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (signal.aborted) return null;
    transport.onmessage?.(message, { request });
    return await transport.answer;
  } finally {
    signal.removeEventListener("abort", onAbort);
    await server.close();
  }
}

class SingleExchange implements Transport {
  onmessage?: <Message extends JSONRPCMessage>(message: Message, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #answer = Promise.withResolvers<JSONRPCMessage | null>();

  get answer(): Promise<JSONRPCMessage | null> {
    return this.#answer.promise;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Whatever is not the answer has no way to the client: one JSON body is all there is. */
  send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message)) this.#answer.resolve(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#answer.resolve(null);
    this.onclose?.();
    return Promise.resolve();
  }
}
