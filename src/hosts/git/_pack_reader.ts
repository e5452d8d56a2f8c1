import { LRUCache } from "lru-cache";
import { applyDelta, deltaResultSize } from "./_delta.ts";
import { broken, tooLarge } from "./_git_failure.ts";
import type { GitLimits } from "./git_limits.ts";
import { deflateBound, inflateObject, passOverObject } from "./_inflate.ts";
import { objectHash, type ObjectType } from "./_object_type.ts";
import type { Pace } from "./_pace.ts";
import { createPackBytes } from "./_pack_bytes.ts";
import {
  ENTRY_HEADER_BYTES,
  type EntryHeader,
  PACK_HEADER_BYTES,
  readEntryHeader,
  readPackHeader,
} from "./_pack_header.ts";

/** A received pack. Each object in it was hashed; what is asked for again is inflated again. */
export interface Pack {
  /** What it holds in memory, about. */
  readonly heldBytes: number;
  get(hash: string): PackedObject | undefined;
  /** The bytes of an object that it has; not to be changed. */
  read(hash: string): Promise<Uint8Array>;
}

export interface PackedObject {
  readonly type: ObjectType;
  /** Bytes. */
  readonly size: number;
}

interface Entry extends PackedObject {
  /** Where its compressed bytes lie in the pack. */
  readonly start: number;
  readonly end: number;
  /** Inflated bytes of what is stored: of the delta where there is a base. */
  readonly storedSize: number;
  readonly base: Entry | null;
  /** Deltas upon deltas. */
  readonly depth: number;
}

/** A delta whose base is not known yet. */
interface Waiting extends Pick<Entry, "start" | "end" | "storedSize"> {
  readonly offset: number;
}

/** What an object takes beside its bytes, about. */
const ENTRY_BYTES = 200;

/**
 * Reads a pack that needs nothing but itself (gitformat-pack(5)), object by object as it arrives. An
 * object over `limits.objectBytes`, and deltas upon it, are passed over. Throws `GitFailure`.
 */
export async function receivePack(
  chunks: AsyncIterable<Uint8Array>,
  limits: GitLimits,
  pace: Pace,
): Promise<Pack> {
  const source = chunks[Symbol.asyncIterator]();
  const bytes = createPackBytes(source, limits.packBytes, pace);
  const objects = new Map<string, Entry>();
  const offsets = new Map<number, Entry | null>();
  const waiting = new Map<number | string, Waiting[]>();
  const contents = new LRUCache<Entry, Uint8Array>({
    maxSize: limits.cachedBytes,
    sizeCalculation: (content) => content.length + ENTRY_BYTES,
  });
  let expanded = 0;
  let work = 0;
  let passedOver = false;

  /** Counts what an object will take, before it is given any memory. */
  function expand(size: number): void {
    expanded += size;
    if (expanded > limits.expandedBytes) throw tooLarge("is too large to be read");
  }

  async function inflate(entry: Pick<Entry, "start" | "end" | "storedSize">): Promise<Uint8Array> {
    work += entry.storedSize;
    if (work > limits.workBytes) throw tooLarge("is stored in a form that takes too long to read");
    await pace(entry.storedSize);
    return inflateObject(bytes.slice(entry.start, entry.end), entry.storedSize).content;
  }

  async function read(entry: Entry): Promise<Uint8Array> {
    const deltas: Entry[] = [];
    let at = entry;
    let content = contents.get(at);
    while (content === undefined && at.base !== null) {
      deltas.push(at);
      at = at.base;
      content = contents.get(at);
    }
    if (content === undefined) {
      content = await inflate(at);
      contents.set(at, content);
    }
    for (let delta = deltas.pop(); delta !== undefined; delta = deltas.pop()) {
      work += delta.size;
      await pace(delta.size);
      content = applyDelta(content, await inflate(delta));
      contents.set(delta, content);
    }
    return content;
  }

  /** An object that is whole now, and after it the deltas that waited for it. */
  async function add(offset: number, entry: Entry, content: Uint8Array): Promise<void> {
    const whole = [{ offset, entry, content }];
    for (let next = whole.pop(); next !== undefined; next = whole.pop()) {
      const { entry, offset } = next;
      contents.set(entry, next.content);
      const hash = objectHash(entry.type, next.content);
      await pace(entry.size);
      offsets.set(offset, entry);
      if (!objects.has(hash)) objects.set(hash, entry);
      if (waiting.size === 0) continue;
      for (const key of [offset, hash]) {
        for (const delta of waiting.get(key) ?? []) {
          const made = await resolve(delta, entry);
          if (made !== null) whole.push(made);
        }
        waiting.delete(key);
      }
    }
  }

  async function resolve(delta: Waiting, base: Entry, inflated?: Uint8Array) {
    const { offset, start, end, storedSize } = delta;
    const instructions = inflated ?? await inflate(delta);
    const size = deltaResultSize(instructions);
    const depth = base.depth + 1;
    if (depth > limits.deltaChain) throw tooLarge("is stored in a form that takes too long to read");
    expand(size);
    if (size > limits.objectBytes) {
      passOver(offset);
      return null;
    }
    const entry: Entry = { type: base.type, size, start, end, storedSize, base, depth };
    return { offset, entry, content: applyDelta(await read(base), instructions) };
  }

  function passOver(offset: number): void {
    passedOver = true;
    offsets.set(offset, null);
  }

  /** One object of the pack; gives where the next one starts. */
  async function readEntry(offset: number): Promise<number> {
    await bytes.reach(offset + ENTRY_HEADER_BYTES);
    const header = readEntryHeader(bytes.slice(offset, offset + ENTRY_HEADER_BYTES));
    const { size } = header;
    const start = offset + header.length;
    expand(size);
    await bytes.reach(start + deflateBound(size));
    const compressed = bytes.slice(start, start + deflateBound(size));
    if (size > limits.objectBytes) {
      passOver(offset);
      return start + await passOverObject(compressed, size);
    }
    await pace(size);
    const { content, consumed } = inflateObject(compressed, size);
    const end = start + consumed;
    if (header.type !== "delta") {
      await add(
        offset,
        { type: header.type, size, start, end, storedSize: size, base: null, depth: 0 },
        content,
      );
      return end;
    }
    await addDelta({ offset, start, end, storedSize: size }, header, content);
    return end;
  }

  async function addDelta(delta: Waiting, header: EntryHeader, inflated: Uint8Array): Promise<void> {
    const key = typeof header.base === "number" ? delta.offset - header.base : header.base ?? "";
    const base = typeof key === "number" ? offsets.get(key) : objects.get(key);
    if (base) {
      const made = await resolve(delta, base, inflated);
      if (made !== null) await add(made.offset, made.entry, made.content);
    } else if (typeof key === "number" && !offsets.has(key)) {
      throw broken("holds a delta on nothing");
    } else {
      // Its base comes later, or was passed over and never comes.
      offsets.set(delta.offset, null);
      const others = waiting.get(key);
      if (others === undefined) waiting.set(key, [delta]);
      else others.push(delta);
    }
  }

  try {
    await bytes.reach(PACK_HEADER_BYTES);
    const count = readPackHeader(bytes.slice(0, PACK_HEADER_BYTES));
    if (count > limits.packObjects) throw tooLarge("has too many objects");
    let offset = PACK_HEADER_BYTES;
    for (let index = 0; index < count; index++) offset = await readEntry(offset);
    await bytes.finish(offset);
  } finally {
    await source.return?.();
  }
  if (waiting.size > 0 && !passedOver) throw broken("holds deltas without their base");
  offsets.clear();
  waiting.clear();

  return {
    heldBytes: bytes.length + objects.size * ENTRY_BYTES + limits.cachedBytes,
    get: (hash) => objects.get(hash),
    async read(hash) {
      const entry = objects.get(hash);
      if (entry === undefined) throw new RangeError(`Cannot read object "${hash}": not in the pack`);
      return await read(entry);
    },
  };
}
