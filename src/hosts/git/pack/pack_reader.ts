import { applyDelta, deltaResultSize } from "./_delta.ts";
import { createEntryContents, type Entry, ENTRY_BYTES, type Span } from "./_entry_contents.ts";
import { broken, tooLarge } from "../git_failure.ts";
import type { GitLimits } from "../git_limits.ts";
import { deflateBound, inflateObject, inflateParts, releaseObject, WHOLE_BYTES } from "./inflate.ts";
import { hashObject, type ObjectType } from "./object_type.ts";
import { createPace, type Pace } from "../pace.ts";
import { createPackBytes } from "./pack_bytes.ts";
import {
  ENTRY_HEADER_BYTES,
  type EntryHeader,
  PACK_HEADER_BYTES,
  readEntryHeader,
  readPackHeader,
} from "./pack_header.ts";

/** A received pack. Each object in it was hashed; what is asked for again is inflated again. */
export interface Pack extends Disposable {
  /** False where its reading was stopped: it holds no more than what came before. */
  readonly whole: boolean;
  /** Deltas that are too large, or whose base was not kept: nobody knows which objects they are. */
  readonly unresolved: number;
  /** What it holds in memory, about. */
  readonly heldBytes: number;
  get(hash: string): PackedObject | undefined;
  /** The bytes of an object that it holds; not to be changed. */
  read(hash: string): Promise<Uint8Array>;
  /** Gives its memory back: nothing can be read from it any more. */
  [Symbol.dispose](): void;
}

export interface PackedObject {
  readonly type: ObjectType;
  /** Bytes. */
  readonly size: number;
  /** Whether its bytes can still be read. */
  readonly held: boolean;
}

/** Of a pack: read no further than `limits.packBytes`, or all of it. */
export type Extent = "start" | "all";

/** A delta whose base is not known yet. */
interface Waiting {
  readonly offset: number;
  readonly place: Span;
  readonly storedSize: number;
}

/** An object whose bytes are there. */
interface Whole {
  readonly offset: number;
  readonly entry: Entry;
  readonly content: Uint8Array;
}

/**
 * Reads a pack that needs nothing but itself (gitformat-pack(5)), object by object as it arrives. Of an
 * object over `limits.objectBytes` no more is kept than its hash and size, and deltas upon it are passed
 * over. Throws `GitFailure`.
 */
export async function receivePack(
  chunks: AsyncIterable<Uint8Array>,
  limits: GitLimits,
  pace: Pace,
  extent: Extent,
): Promise<Pack> {
  const source = chunks[Symbol.asyncIterator]();
  const bytes = createPackBytes(source, {
    keptBytes: limits.heldBytes + limits.directoryBytes,
    // An object that has begun is read to its end.
    streamBytes: extent === "start" ? limits.packBytes + limits.objectBytes : limits.streamBytes,
  }, pace);
  const objects = new Map<string, Entry>();
  /** By offset; null for a delta that is not resolved. */
  const offsets = new Map<number, Entry | null>();
  const waiting = new Map<number | string, Waiting[]>();
  const contents = createEntryContents(bytes, limits);
  let expanded = 0;
  let unresolved = 0;

  /** Counts what an object will take, before it is given any memory. */
  function expand(size: number): void {
    expanded += size;
    if (expanded > limits.expandedBytes) throw tooLarge("is too large to be read");
  }

  /** An object that is whole now, and after it the deltas that waited for it. */
  async function add(first: Whole): Promise<void> {
    const whole = [first];
    for (let next = whole.pop(); next !== undefined; next = whole.pop()) {
      const { entry, offset, content } = next;
      contents.put(entry, content);
      const hash = hashObject(entry.type, entry.size);
      for (let at = 0; at < content.length; at += WHOLE_BYTES) {
        hash.update(content.length <= WHOLE_BYTES ? content : content.subarray(at, at + WHOLE_BYTES));
        await pace(Math.min(entry.size, WHOLE_BYTES));
      }
      await settle(offset, entry, hash.digest(), whole);
    }
  }

  /** Notes an object under its hash; puts the deltas that waited for it to `whole`. */
  async function settle(offset: number, entry: Entry, hash: string, whole: Whole[]): Promise<void> {
    offsets.set(offset, entry);
    if (!objects.has(hash)) objects.set(hash, entry);
    if (waiting.size === 0) return;
    for (const key of [offset, hash]) {
      for (const delta of waiting.get(key) ?? []) {
        const made = await resolve(delta, entry);
        if (made !== null) whole.push(made);
      }
      waiting.delete(key);
    }
  }

  async function resolve(delta: Waiting, base: Entry, inflated?: Uint8Array): Promise<Whole | null> {
    const { offset, place, storedSize } = delta;
    if (!contents.isReadable(base) || (place === null && inflated === undefined)) {
      passOver(offset);
      return null;
    }
    const instructions = inflated ?? await contents.inflate(delta, pace);
    const size = deltaResultSize(instructions);
    const depth = base.depth + 1;
    if (depth > limits.deltaChain) throw tooLarge("is stored in a form that takes too long to read");
    expand(size);
    if (size > limits.objectBytes) {
      passOver(offset);
      return null;
    }
    const held = base.held && place !== null;
    const entry: Entry = { type: base.type, size, held, place, storedSize, base, depth };
    const content = applyDelta(await contents.read(base, pace), instructions);
    releaseObject(instructions);
    return { offset, entry, content };
  }

  function passOver(offset: number): void {
    unresolved++;
    offsets.set(offset, null);
  }

  /** What was read of an object is kept, if there is room: there is more for what leads to other objects. */
  function keep(headerBytes: number, length: number, isFile: boolean): Span {
    const start = bytes.kept + headerBytes;
    if (bytes.keep(headerBytes + length, isFile ? limits.heldBytes : undefined)) {
      return { start, end: start + length };
    }
    bytes.drop(headerBytes + length);
    return null;
  }

  async function readEntry(): Promise<void> {
    const offset = bytes.position;
    const { type, size, base, length } = readEntryHeader(await bytes.ahead(ENTRY_HEADER_BYTES));
    expand(size);
    await pace(size <= WHOLE_BYTES ? size : 0);
    if (size > WHOLE_BYTES) return await readLarge(offset, { type, size, base, length });
    const compressed = (await bytes.ahead(length + deflateBound(size))).subarray(length);
    const { content, consumed } = inflateObject(compressed, size);
    const place = keep(length, consumed, isFile(type, offset, base));
    if (type === "delta") {
      await addDelta({ offset, place, storedSize: size }, base, content);
    } else {
      const entry: Entry = {
        type,
        size,
        held: place !== null,
        place,
        storedSize: size,
        base: null,
        depth: 0,
      };
      await add({ offset, entry, content });
    }
  }

  /** An object that is never inflated in one go; its bytes are kept as they pass where there may be a use for them. */
  async function readLarge(offset: number, header: EntryHeader): Promise<void> {
    const { type, size, base, length } = header;
    const start = bytes.kept;
    const most = isFile(type, offset, base) ? limits.heldBytes : undefined;
    let keeping = size <= limits.objectBytes;
    const pass = (count: number) => {
      if (keeping && bytes.keep(count, most)) return;
      if (keeping) bytes.unkeep(start);
      keeping = false;
      bytes.drop(count);
    };
    pass(length);
    const hash = type === "delta" ? null : hashObject(type, size);
    const parts = { next: (count: number) => bytes.ahead(count), used: pass };
    await inflateParts(parts, size, (part) => hash?.update(part), pace);
    const place = keeping ? { start: start + length, end: bytes.kept } : null;
    if (type !== "delta") {
      const entry: Entry = { type, size, held: keeping, place, storedSize: size, base: null, depth: 0 };
      const whole: Whole[] = [];
      await settle(offset, entry, hash?.digest() ?? "", whole);
      for (const delta of whole) await add(delta);
    } else if (keeping) {
      await addDelta({ offset, place, storedSize: size }, base);
    } else {
      passOver(offset);
    }
  }

  function baseOf(offset: number, base: EntryHeader["base"]) {
    const key = typeof base === "number" ? offset - base : base ?? "";
    return { key, found: typeof key === "number" ? offsets.get(key) : objects.get(key) };
  }

  function isFile(type: EntryHeader["type"], offset: number, base: EntryHeader["base"]): boolean {
    return (type === "delta" ? baseOf(offset, base).found?.type ?? "blob" : type) === "blob";
  }

  async function addDelta(
    delta: Waiting,
    base: EntryHeader["base"],
    inflated?: Uint8Array,
  ): Promise<void> {
    const { key, found } = baseOf(delta.offset, base);
    if (found) {
      const made = await resolve(delta, found, inflated);
      if (made !== null) await add(made);
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

  let whole = true;
  try {
    const count = readPackHeader(await bytes.ahead(PACK_HEADER_BYTES));
    if (count > limits.packObjects) throw tooLarge("has too many objects");
    bytes.drop(PACK_HEADER_BYTES);
    for (let index = 0; whole && index < count; index++) {
      await readEntry();
      whole = extent === "all" || bytes.position <= limits.packBytes;
    }
    if (whole) await bytes.finish();
  } finally {
    await source.return?.();
  }
  if (whole && waiting.size > 0 && unresolved === 0) throw broken("holds deltas without their base");
  offsets.clear();
  waiting.clear();
  bytes.trim();
  contents.share();
  const readPace = createPace();

  return {
    whole,
    unresolved,
    heldBytes: bytes.kept + objects.size * ENTRY_BYTES + limits.cachedBytes,
    get: (hash) => objects.get(hash),
    async read(hash) {
      const entry = objects.get(hash);
      if (entry === undefined) throw new RangeError(`Cannot read object "${hash}": not in the pack`);
      return await contents.read(entry, readPace);
    },
    [Symbol.dispose]() {
      bytes.unkeep(0);
      bytes.trim();
    },
  };
}
