import { Buffer } from "node:buffer";
import { yieldToEventLoop } from "../../flow/mod.ts";

const ITEMS_PER_LINE = 200;

/** Bytes handled before other work gets a turn: about 10 ms of JSON. */
const SLICE_BYTES = 1024 * 1024;

const LINE_FEED = 10;

/** One line of JSON: a field, or the next items of a field that is a list. */
type Line =
  | { readonly field: string; readonly value: unknown }
  | { readonly field: string; readonly items: readonly unknown[] };

/**
 * Serializes an object as lines of JSON, long lists over several, so that neither direction holds up
 * other work for long. `kind` names what it is and the version of its shape.
 */
export async function encodeDocument(kind: string, document: object): Promise<Uint8Array> {
  const pieces = [Buffer.from(`${kind}\n`)];
  let sinceYield = 0;
  for (const line of lines(document)) {
    const piece = Buffer.from(`${JSON.stringify(line)}\n`);
    pieces.push(piece);
    sinceYield += piece.byteLength;
    if (sinceYield < SLICE_BYTES) continue;
    sinceYield = 0;
    await yieldToEventLoop();
  }
  return Buffer.concat(pieces);
}

/** The fields that were serialized; null when the bytes are of another kind or version. */
export async function decodeDocument(
  kind: string,
  bytes: Uint8Array,
): Promise<Record<string, unknown> | null> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = text.indexOf(LINE_FEED) + 1;
  if (text.toString("utf8", 0, start) !== `${kind}\n`) return null;
  const fields = new Map<string, unknown>();
  let sinceYield = 0;
  while (start < text.byteLength) {
    const end = text.indexOf(LINE_FEED, start);
    const line: Line = JSON.parse(text.toString("utf8", start, end));
    if ("value" in line) fields.set(line.field, line.value);
    else append(fields, line.field, line.items);
    sinceYield += end - start;
    start = end + 1;
    if (sinceYield < SLICE_BYTES) continue;
    sinceYield = 0;
    await yieldToEventLoop();
  }
  return Object.fromEntries(fields);
}

function append(fields: Map<string, unknown>, field: string, items: readonly unknown[]): void {
  const list = fields.get(field);
  if (Array.isArray(list)) list.push(...items);
  else fields.set(field, [...items]);
}

function* lines(document: object): Generator<Line> {
  for (const [field, value] of Object.entries(document)) {
    if (!Array.isArray(value)) {
      yield { field, value };
      continue;
    }
    // An empty list is a line too.
    for (let start = 0; start === 0 || start < value.length; start += ITEMS_PER_LINE) {
      yield { field, items: value.slice(start, start + ITEMS_PER_LINE) };
    }
  }
}
