/** What one reply of a host may cost. A host is never trusted to stop. Bytes unless said otherwise. */
export interface GitLimits {
  /** All but the pack: refs, acknowledgements, progress, packet headers. */
  readonly controlBytes: number;
  /** Packets that carry nothing. */
  readonly emptyPackets: number;
  readonly refs: number;
  /** A pack is read so far; of a commit with more, the parts that may be served are asked for. */
  readonly packBytes: number;
  /** A pack that has to be read to its end, such as that of a host that cannot filter. */
  readonly streamBytes: number;
  /** What is kept of a pack's files; the rest is asked for again by hash where it is needed. */
  readonly heldBytes: number;
  /** What may be kept on top of that of its commits and directories. */
  readonly directoryBytes: number;
  /** A pack of files that are new in a commit; with more, the commit is fetched as a whole. */
  readonly newBytes: number;
  readonly packObjects: number;
  /** Of larger objects no more is kept than their size, as if the host had withheld them. */
  readonly objectBytes: number;
  /** Sum over the objects of a pack. */
  readonly expandedBytes: number;
  /** Work on a pack's objects, those read again as bases of others included. */
  readonly workBytes: number;
  /** Objects of a pack that are kept inflated: bases of others, and what was read last. */
  readonly cachedBytes: number;
  /** Deltas upon deltas. */
  readonly deltaChain: number;
  /** Directories in directories. */
  readonly treeDepth: number;
  /** The commits between two, sent to prove that one is in the history of the other. */
  readonly historyBytes: number;
  /** Requests that learn the sizes of blobs that did not come along, for one commit. */
  readonly sizeRequests: number;
  /** What one of them may read of blobs to learn the sizes of those behind them. */
  readonly sizeBytes: number;
  readonly redirects: number;
  /** Milliseconds without a byte. */
  readonly silenceMs: number;
  /** Milliseconds of a whole exchange. */
  readonly exchangeMs: number;
  /** Packs kept after their commit was listed, until its files are read. */
  readonly keptBytes: number;
  /** How long such a pack is kept. Milliseconds. */
  readonly keptMs: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_GIT_LIMITS: GitLimits = {
  controlBytes: 8 * MIB,
  emptyPackets: 10_000,
  refs: 50_000,
  packBytes: 96 * MIB,
  streamBytes: 512 * MIB,
  heldBytes: 24 * MIB,
  directoryBytes: 16 * MIB,
  newBytes: 16 * MIB,
  packObjects: 500_000,
  objectBytes: 16 * MIB,
  expandedBytes: 1024 * MIB,
  workBytes: 1024 * MIB,
  cachedBytes: 8 * MIB,
  deltaChain: 512,
  treeDepth: 512,
  historyBytes: 4 * MIB,
  sizeRequests: 8,
  sizeBytes: 32 * MIB,
  redirects: 3,
  silenceMs: 30_000,
  exchangeMs: 300_000,
  keptBytes: 128 * MIB,
  keptMs: 120_000,
};
