import type { BlobHash } from "../../contracts/addresses.ts";
import type { FileFacts } from "../../contracts/domain.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import type { RememberedFacts } from "../../contracts/snapshots.ts";
import { type FactsRequest, inspectFile } from "../format/mod.ts";
import type { CommitBytes } from "./_commit_bytes.ts";
import type { Turn } from "./_turns.ts";

/** Answers what a reading must know of files: remembered facts, or what the bytes say. */
interface FactsFinder {
  /** Facts by path. */
  find(requests: readonly FactsRequest[]): Promise<ReadonlyMap<string, FileFacts>>;
  /** Every file asked about so far, by path. */
  readonly asked: ReadonlyMap<string, FactsRequest>;
  /** Every fact given so far but of the `untold` files: what the next commit's reading remembers. */
  remembered(untold: ReadonlySet<string>): RememberedFacts;
}

export function createFactsFinder(
  remembered: RememberedFacts,
  source: CommitBytes,
  limits: ReadingLimits,
  turn: Turn,
): FactsFinder {
  const asked = new Map<string, FactsRequest>();
  const used = new Map<string, FileFacts>();

  async function inspect(unknown: ReadonlyMap<BlobHash, readonly FactsRequest[]>): Promise<void> {
    const groups = [...unknown.values()];
    const decided = groups.filter((requests) => !requests.every(({ undecided }) => undecided));
    const undecided = groups.filter((requests) => requests.every(({ undecided }) => undecided));
    for (const [requests, keep] of [[decided, "stored"], [undecided, "unstored"]] as const) {
      for await (const { hash, bytes } of source.blobs(requests.flatMap(([first]) => first ?? []), keep)) {
        for (const request of unknown.get(hash) ?? []) {
          const key = keyOf(request);
          if (!used.has(key)) used.set(key, inspectFile(request.path, bytes, limits));
          await turn();
        }
      }
    }
  }

  return {
    asked,
    remembered(untold) {
      const facts = new Map<string, FileFacts>();
      for (const [path, request] of asked) {
        const key = keyOf(request);
        const known = untold.has(path) ? undefined : used.get(key);
        if (known !== undefined) facts.set(key, known);
      }
      return facts;
    },
    async find(requests) {
      const unknown = new Map<BlobHash, FactsRequest[]>();
      for (const request of requests) {
        asked.set(request.path, request);
        const key = keyOf(request);
        const known = used.get(key) ?? remembered.get(key);
        if (known !== undefined) {
          used.set(key, known);
          continue;
        }
        const same = unknown.get(request.hash);
        if (same === undefined) unknown.set(request.hash, [request]);
        else same.push(request);
      }
      await inspect(unknown);
      const told = new Map<string, FileFacts>();
      for (const request of requests) {
        const facts = used.get(keyOf(request));
        if (facts !== undefined) told.set(request.path, facts);
      }
      return told;
    },
  };
}

function keyOf({ role, hash }: FactsRequest): string {
  return `${role}:${hash}`;
}
