import type { ContentId } from "../../contracts/domain.ts";
import type { ContentRoot, ContentStore } from "../../contracts/snapshots.ts";

/** Enough for several packs, little enough that a crash costs almost nothing. */
const BATCH_BYTES = 1024 * 1024;

interface Content {
  readonly id: ContentId;
  readonly bytes: Uint8Array;
}

/** Stores contents in batches, one batch on its way while the next fills. */
interface ContentWriter {
  add(id: ContentId, bytes: Uint8Array): Promise<void>;
  /** Resolves when everything added is stored. */
  flush(): Promise<void>;
}

export function createContentWriter(contents: ContentStore, root: ContentRoot): ContentWriter {
  let batch: Content[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    const full = batch;
    batch = [];
    bytes = 0;
    await writing;
    writing = full.length === 0 ? Promise.resolve() : contents.write(root, full);
    // The next `send` or `flush` sees the rejection; until then it is not unhandled.
    writing.catch(() => {});
  }

  return {
    async add(id, added) {
      batch.push({ id, bytes: added });
      bytes += added.byteLength;
      if (bytes >= BATCH_BYTES) await send();
    },
    async flush() {
      await send();
      await writing;
    },
  };
}
