/**
 * A host that speaks git's protocol as badly as it is told to: the replies are put together byte by
 * byte, and an honest one is the starting point of every lie.
 */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

/** One object of a pack, or whatever stands in its place. */
export interface EnemyObject {
  /** 1 commit, 2 tree, 3 blob, 4 tag, 6 delta by distance, 7 delta by hash. */
  readonly type: number;
  readonly bytes: Uint8Array;
  /** What stands between the header and the compressed bytes: a delta's base. */
  readonly base?: Uint8Array;
  /** The size that the header tells; the true one when left out. */
  readonly size?: number;
  /** The compressed bytes; the true ones when left out. */
  readonly compressed?: Uint8Array;
}

export interface EnemyReplies {
  readonly advertisement?: Body;
  readonly refs?: Body;
  /** The reply to `fetch`; told the request. */
  readonly fetch?: Body | ((request: string) => Body);
}

export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | Response;

const UTF8 = new TextEncoder();

/** A `fetch` that answers as the enemy does, and notes what was asked of it. */
export function enemyFetch(replies: EnemyReplies, requests: string[] = []): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = await request.text();
    const isAdvertisement = request.url.endsWith("/info/refs?service=git-upload-pack");
    requests.push(isAdvertisement ? request.url : body);
    if (isAdvertisement) return respond(replies.advertisement ?? advertisement(), "advertisement");
    if (body.includes("command=ls-refs")) return respond(replies.refs ?? packets(), "result");
    const fetched = replies.fetch ?? packets();
    return respond(typeof fetched === "function" ? fetched(body) : fetched, "result");
  };
}

function respond(body: Body, kind: "advertisement" | "result"): Response {
  if (body instanceof Response) return body.clone();
  return new Response(body, { headers: { "content-type": `application/x-git-upload-pack-${kind}` } });
}

export function advertisement(...lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const capabilities = lines.length > 0
    ? lines
    : ["ls-refs=unborn", "fetch=shallow filter", "object-format=sha1"];
  return concat(packets("# service=git-upload-pack"), packets("version 2", ...capabilities));
}

/** Lines as packets, with a flush behind them. */
export function packets(...lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return concat(...lines.map(packet), FLUSH);
}

export const FLUSH = bytesOf("0000");
export const DELIMITER = bytesOf("0001");

export function packet(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = typeof content === "string" ? bytesOf(`${content}\n`) : content;
  return concat(bytesOf((bytes.length + 4).toString(16).padStart(4, "0")), bytes);
}

export function band(number: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return packet(concat(Uint8Array.of(number), bytes));
}

/** An honest reply to `fetch` that carries a pack. */
export function packReply(pack: Uint8Array): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < pack.length; at += 60_000) parts.push(band(1, pack.subarray(at, at + 60_000)));
  return concat(packet("packfile"), ...parts, FLUSH);
}

/** A pack of these objects; `count` is what its header tells. */
export function packOf(objects: readonly EnemyObject[], count = objects.length): Uint8Array<ArrayBuffer> {
  return sealed(concat(bytesOf("PACK"), uint32(2), uint32(count), ...objects.map(entryOf)));
}

/** Bytes with the hash behind them that a pack ends in. */
export function sealed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return concat(bytes, createHash("sha1").update(bytes).digest());
}

export function entryOf({ type, bytes, base, size = bytes.length, compressed }: EnemyObject): Uint8Array {
  const header: number[] = [];
  let left = Math.floor(size / 16);
  let byte = (type << 4) | (size % 16);
  for (; left > 0; left = Math.floor(left / 128)) {
    header.push(byte | 128);
    byte = left % 128;
  }
  header.push(byte);
  return concat(Uint8Array.from(header), base ?? new Uint8Array(0), compressed ?? deflateSync(bytes));
}

/** The distance back to a base, as a pack writes it. */
export function distance(value: number): Uint8Array {
  const digits = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) {
    left--;
    digits.unshift((left % 128) | 128);
  }
  return Uint8Array.from(digits);
}

export function varint(value: number): number[] {
  const digits: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) digits.push((value % 128) | 128);
  return [...digits, value];
}

export function hashOf(type: "commit" | "tree" | "blob" | "tag", bytes: Uint8Array): string {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

export function treeOf(
  items: readonly { readonly mode: string; readonly name: string | Uint8Array; readonly hash: string }[],
): Uint8Array<ArrayBuffer> {
  return concat(...items.map(({ mode, name, hash }) =>
    concat(
      bytesOf(`${mode} `),
      typeof name === "string" ? bytesOf(name) : name,
      Uint8Array.of(0),
      Uint8Array.fromHex(hash),
    )
  ));
}

export function commitOf(tree: string, parents: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    "author A <a@example.com> 0 +0000",
  ];
  return bytesOf(`${lines.join("\n")}\n\nA change\n`);
}

/** Parts that never end. */
export function endless(
  part: Uint8Array,
  before: Uint8Array = new Uint8Array(0),
): ReadableStream<Uint8Array> {
  const many = concat(...Array.from({ length: 1000 }, () => part));
  let started = false;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(started ? many : before);
      started = true;
    },
  });
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return UTF8.encode(text);
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
