import { Buffer } from "node:buffer";
import { CatalogGone } from "../../../contracts/catalog_view.ts";
import { KV_LIMITS } from "../../../contracts/limits.ts";
import { yieldToEventLoop } from "../../flow/mod.ts";
import type { ByteCache } from "../byte_cache.ts";
import { type Codec, decompressAtOnce } from "../parts/codec.ts";
import { type Block, type Finish, openBlock } from "./_block.ts";
import { checkOf, type Directory } from "./_directory.ts";

/** Bytes opened before other work gets a turn: a few milliseconds. */
const SLICE_BYTES = 256 * 1024;

/** A block that has grown by so much since it was weighed is weighed again. */
const GROWTH_BYTES = 16 * 1024;

interface BlockSourceDeps {
  readonly directory: Directory;
  readonly codec: Codec;
  /** Bytes in front of the first block: the directory with its prefix. */
  readonly openingBytes: number;
  /** The first block lies behind the directory, in the first value. */
  readonly isFirstNear: boolean;
  readonly finish: Finish;
  readonly cache: ByteCache<Block>;
  /** What the blocks of one repository are called in the cache, in front of their checks. */
  readonly name: string;
  /** Values of the catalog by their number; null for one that is gone. */
  readonly read: (numbers: readonly number[]) => Promise<readonly (Uint8Array | null)[]>;
  /** Told once something is gone or broken. */
  readonly broken: () => Promise<void>;
}

/** The blocks of a table by number. */
export interface BlockSource {
  /** Rejects with `CatalogGone`. What is asked for at the same moment, by however many, is read at once. */
  get(block: number): Promise<Block>;
  /** To be called by whoever has read rows of a block, because what is kept of them adds to it. */
  weigh(block: number, opened: Block): void;
  /** Keeps the first block, of a value that was read for the directory. */
  keepFirst(value: Uint8Array): void;
}

export function createBlockSource(deps: BlockSourceDeps): BlockSource {
  const { directory, codec, openingBytes, isFirstNear, finish, cache, read, broken } = deps;
  const names = directory.checks.map((check) => deps.name + check);
  const places = placesOf(directory, openingBytes, isFirstNear);
  const weighed = new WeakMap<Block, number>();
  const loading = new Map<number, Promise<Block>>();
  let gathered: { readonly blocks: number[]; readonly opened: Promise<ReadonlyMap<number, Block>> } | null =
    null;

  function keep(block: number, opened: Block): void {
    weighed.set(opened, opened.bytes);
    cache.set(names[block] ?? "", { value: opened, bytes: opened.bytes });
  }

  function open(block: number, stored: Uint8Array): Block | null {
    if (stored.byteLength !== directory.stored[block] || checkOf(stored) !== directory.checks[block]) {
      return null;
    }
    const bytes = decompressAtOnce(stored, codec, directory.raw[block] ?? 0);
    return bytes && openBlock(bytes, finish);
  }

  async function load(blocks: readonly number[]): Promise<ReadonlyMap<number, Block>> {
    const wanted = blocks.map((block) => ({ block, place: places[block] ?? NOWHERE }));
    const values = await read(wanted.flatMap(({ place }) => place.values));
    const opened = new Map<number, Block>();
    let next = 0;
    let sinceYield = 0;
    for (const { block, place } of wanted) {
      const own = values.slice(next, next += place.values.length);
      const whole = own.every((value) => value !== null) ? Buffer.concat(own).subarray(place.offset) : null;
      const made = whole && open(block, whole);
      if (made === null) {
        await broken();
        throw new CatalogGone("Cannot read the catalog: a block is gone or broken");
      }
      keep(block, made);
      opened.set(block, made);
      sinceYield += directory.raw[block] ?? 0;
      if (sinceYield < SLICE_BYTES) continue;
      sinceYield = 0;
      await yieldToEventLoop();
    }
    return opened;
  }

  function gather(): NonNullable<typeof gathered> {
    const blocks: number[] = [];
    const opened = Promise.resolve().then(() => {
      gathered = null;
      return load(blocks);
    }).finally(() => blocks.forEach((block) => loading.delete(block)));
    return { blocks, opened };
  }

  async function join(block: number): Promise<Block> {
    gathered ??= gather();
    gathered.blocks.push(block);
    const opened = (await gathered.opened).get(block);
    if (opened === undefined) throw new TypeError(`Cannot open block ${block}: it was not read`);
    return opened;
  }

  return {
    async get(block) {
      const known = cache.get(names[block] ?? "");
      if (known !== undefined) return known;
      const coming = loading.get(block) ?? join(block);
      loading.set(block, coming);
      return await coming;
    },
    weigh(block, opened) {
      if (opened.bytes - (weighed.get(opened) ?? 0) >= GROWTH_BYTES) keep(block, opened);
    },
    keepFirst(value) {
      if (!isFirstNear || cache.get(names[0] ?? "") !== undefined) return;
      const opened = open(0, value.subarray(openingBytes));
      if (opened !== null) keep(0, opened);
    },
  };
}

interface BlockPlace {
  readonly values: readonly number[];
  /** Where the block starts in them. Bytes. */
  readonly offset: number;
}

const NOWHERE: BlockPlace = { values: [], offset: 0 };

function placesOf({ stored }: Directory, openingBytes: number, isFirstNear: boolean): readonly BlockPlace[] {
  let next = Math.ceil(openingBytes / KV_LIMITS.chunkBytes);
  return stored.map((bytes, block) => {
    if (block === 0 && isFirstNear) return { values: [0], offset: openingBytes };
    const start = next;
    next += Math.ceil(bytes / KV_LIMITS.chunkBytes);
    return { values: Array.from({ length: next - start }, (_, index) => start + index), offset: 0 };
  });
}
