import { LRUCache } from "lru-cache";
import { applyDelta } from "./_delta.ts";
import { tooLarge } from "../git_failure.ts";
import type { GitLimits } from "../git_limits.ts";
import { type DeflatedParts, inflateObject, inflateParts, releaseObject, WHOLE_BYTES } from "./inflate.ts";
import type { ObjectType } from "./object_type.ts";
import type { Pace } from "../pace.ts";
import type { PackBytes } from "./pack_bytes.ts";

/** Where compressed bytes lie among those that are kept; null when they are not. */
export type Span = { readonly start: number; readonly end: number } | null;

export interface Entry {
  readonly type: ObjectType;
  /** Bytes. */
  readonly size: number;
  /** Whether it can be read whatever is inflated still. */
  readonly held: boolean;
  readonly place: Span;
  /** Inflated bytes of what is stored: of the delta where there is a base. */
  readonly storedSize: number;
  readonly base: Entry | null;
  /** Deltas upon deltas. */
  readonly depth: number;
}

/** The bytes of a pack's objects, inflated again where they are not inflated still. */
export interface EntryContents {
  /** Not to be changed. */
  read(entry: Entry, pace: Pace): Promise<Uint8Array>;
  /** Whether `read()` can make the object now: from bytes that are kept, or from what is inflated still. */
  isReadable(entry: Entry): boolean;
  /** What is stored of an object: the delta where there is a base. */
  inflate(entry: Pick<Entry, "place" | "storedSize">, pace: Pace): Promise<Uint8Array>;
  /** Takes the bytes of an object that was just made: nobody else holds them. */
  put(entry: Entry, content: Uint8Array): void;
  /** From now on, what is read is held by others too. */
  share(): void;
}

/** What an object takes beside its bytes, about. */
export const ENTRY_BYTES = 200;

export function createEntryContents(bytes: PackBytes, limits: GitLimits): EntryContents {
  let shared = false;
  let work = 0;
  const contents = new LRUCache<Entry, Uint8Array>({
    maxSize: limits.cachedBytes,
    sizeCalculation: (content) => content.length + ENTRY_BYTES,
    dispose: (content, _, reason) => {
      if (!shared && reason !== "set") releaseObject(content);
    },
  });

  async function inflate({ place, storedSize }: Pick<Entry, "place" | "storedSize">, pace: Pace) {
    if (place === null) throw new RangeError("Cannot inflate an object: its bytes are not kept");
    work += storedSize;
    if (work > limits.workBytes) throw tooLarge("is stored in a form that takes too long to read");
    await pace(storedSize);
    const compressed = bytes.slice(place.start, place.end);
    if (storedSize <= WHOLE_BYTES) return inflateObject(compressed, storedSize).content;
    const content = new Uint8Array(storedSize);
    let filled = 0;
    await inflateParts(partsOf(compressed), storedSize, (part) => {
      content.set(part, filled);
      filled += part.length;
    }, pace);
    return content;
  }

  async function read(entry: Entry, pace: Pace): Promise<Uint8Array> {
    // What goes out is seldom asked for again; the bases of others are.
    const note = (at: Entry, content: Uint8Array) => {
      if (!shared || at !== entry) contents.set(at, content);
    };
    const deltas: Entry[] = [];
    let at = entry;
    let content = contents.get(at);
    while (content === undefined && at.base !== null) {
      deltas.push(at);
      at = at.base;
      content = contents.get(at);
    }
    if (content === undefined) {
      content = await inflate(at, pace);
      note(at, content);
    }
    for (let delta = deltas.pop(); delta !== undefined; delta = deltas.pop()) {
      work += delta.size;
      await pace(delta.size);
      content = applyDelta(content, await inflate(delta, pace));
      note(delta, content);
    }
    return content;
  }

  /** Whether the object can be made again now: from bytes that are kept, or from what is inflated still. */
  function isReadable(entry: Entry): boolean {
    for (let at: Entry | null = entry; at !== null; at = at.base) {
      if (contents.has(at)) return true;
      if (at.place === null) return false;
    }
    return true;
  }

  return {
    read,
    isReadable,
    inflate,
    put: (entry, content) => void contents.set(entry, content),
    share() {
      contents.clear();
      shared = true;
      work = 0;
    },
  };
}

function partsOf(bytes: Uint8Array): DeflatedParts {
  let at = 0;
  return {
    next: (count) => Promise.resolve(bytes.subarray(at, at + count)),
    used: (count) => at += count,
  };
}
