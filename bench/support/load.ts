/**
 * A load generator that costs little: keep-alive connections that write the same bytes and count
 * answers by their `content-length`. It parses nothing, so that the server is what is measured.
 */

export interface Load {
  readonly host: string;
  readonly port: number;
  /** A whole HTTP/1.1 request each; every connection takes them in turn. */
  readonly requests: readonly Uint8Array[];
  /** Makes another request each time, instead of them. */
  readonly next?: () => Uint8Array;
  readonly connections: number;
}

/** Sends for `ms`. Answers a second; throws on any that is neither a 304 nor a success with a length. */
export async function requestsPerSecond(load: Load, ms: number): Promise<number> {
  const startedAt = performance.now();
  const counts = await Promise.all(
    Array.from(
      { length: load.connections },
      (_, at) => send(load, at, () => performance.now() - startedAt < ms),
    ),
  );
  const answered = counts.reduce((sum, count) => sum + count, 0);
  return answered / ((performance.now() - startedAt) / 1000);
}

/** Sends every request once, over the given connections. */
export async function sendAll(load: Load): Promise<void> {
  await Promise.all(
    Array.from({ length: load.connections }, (_, at) => {
      const share = {
        ...load,
        requests: load.requests.filter((_, index) => index % load.connections === at),
      };
      let count = 0;
      return share.requests.length === 0 ? 0 : send(share, 0, () => count++ < share.requests.length);
    }),
  );
}

/** A form with one file, as `curl -F` sends it. */
export function upload(host: string, path: string, file: string, token?: string): Uint8Array {
  const boundary = "------------------------bench";
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="files"; filename="SKILL.md"',
    "Content-Type: text/markdown",
    "",
    file,
    `--${boundary}--`,
    "",
  ].join("\r\n");
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    "\r\n",
  ].join("\r\n");
  return new TextEncoder().encode(head + body);
}

/** A tool call as a client of the era sends it, with a token where one is given. */
export function toolCall(
  era: "legacy" | "modern",
  host: string,
  path: string,
  name: string,
  args: Readonly<Record<string, unknown>>,
  token?: string,
): Uint8Array {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: args, ...(era === "modern" && { _meta }) };
  const body = new TextEncoder().encode(
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  );
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${body.length}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(era === "modern"
      ? ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", `Mcp-Name: ${name}`]
      : ["MCP-Protocol-Version: 2025-11-25"]),
    "\r\n",
  ].join("\r\n");
  return new Uint8Array([...new TextEncoder().encode(head), ...body]);
}

async function send(
  { host, port, requests, next }: Load,
  first: number,
  goesOn: () => boolean,
): Promise<number> {
  using connection = await Deno.connect({ hostname: host, port });
  connection.setNoDelay();
  const buffer = new Uint8Array(256 * 1024);
  let answered = 0;
  while (goesOn()) {
    const request = next === undefined ? requests[(first + answered) % requests.length] : next();
    if (request === undefined) break;
    await write(connection, request);
    await readAnswer(connection, buffer);
    answered++;
  }
  return answered;
}

async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await connection.write(bytes.subarray(written));
}

async function readAnswer(connection: Deno.Conn, buffer: Uint8Array): Promise<void> {
  let filled = 0;
  let expected = Infinity;
  while (filled < expected) {
    // Once its head has told how long it is, an answer may be longer than the buffer.
    const read = await connection.read(expected === Infinity ? buffer.subarray(filled) : buffer);
    if (read === null) throw new Error("Cannot read the answer: the connection was closed");
    filled += read;
    if (expected === Infinity) expected = answerLength(buffer.subarray(0, filled));
  }
}

/** Bytes of the whole answer; infinite until its head has arrived. */
function answerLength(bytes: Uint8Array): number {
  const head = /^HTTP\/1\.1 (\d+)[^]*?\r\n\r\n/.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, 2048)),
  );
  if (head === null) return Infinity;
  if (head[1] === "304") return head[0].length;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head[0])?.[1];
  if (!head[1]?.startsWith("2") || length === undefined) throw new Error(`Cannot use the answer: ${head[0]}`);
  return head[0].length + Number(length);
}
