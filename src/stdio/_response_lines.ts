/** Clients close a connection on which a longer line comes. Characters. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** JSON-RPC's code for what an implementation defines. */
const IMPLEMENTATION = -32000;

/** The messages of an HTTP answer, a line each; none where it holds none, as to a notification. */
export async function responseLines(response: Response, id: string | number | null): Promise<string[]> {
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  const messages = type.startsWith("text/event-stream") ? eventData(text) : text === "" ? [] : [text];
  return messages.map((message) => lineOf(message, id)).filter((line) => line !== null);
}

function eventData(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith("data:")).map((line) =>
    line.slice("data:".length)
  );
}

/** Null: nobody asked for it. */
function lineOf(message: string, id: string | number | null): string | null {
  if (message.length > MOST_CHARACTERS) return errorLine("The answer is larger than a line may be", id);
  // Between the tokens of JSON a line break means as much as a blank, and inside of a text it is escaped.
  if (/"jsonrpc"\s*:/.test(message)) return message.replace(/[\r\n]+/g, " ").trim();
  // What HTTP refuses before the protocol is spoken, such as a body that is too large.
  const refused: unknown = JSON.parse(message);
  const told = typeof refused === "object" && refused !== null ? Reflect.get(refused, "error") : null;
  return errorLine(String(Object(told).message ?? "The server failed to answer"), id, Object(told).code);
}

function errorLine(message: string, id: string | number | null, code?: unknown): string {
  const data = typeof code === "string" ? { data: { code } } : {};
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: IMPLEMENTATION, message, ...data } });
}
