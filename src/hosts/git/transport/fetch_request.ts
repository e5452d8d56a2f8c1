import type { Capabilities } from "./capabilities.ts";
import { writePackets } from "./pkt_line.ts";

/** What to send: gitprotocol-v2(5), "fetch". */
export interface Wanted {
  readonly wants: Iterable<string>;
  readonly haves?: Iterable<string>;
  /** Commits of history; all when left out. */
  readonly depth?: number;
  /** Left out where the host cannot filter. */
  readonly filter?: string;
  /** Send the pack without negotiating. */
  readonly done: boolean;
}

/** Never asks for a thin pack: its deltas would need objects that were withheld. */
export function fetchRequest(capabilities: Capabilities, wanted: Wanted): Uint8Array<ArrayBuffer> {
  return writePackets([
    "command=fetch",
    `object-format=${capabilities.objectFormat}`,
    null,
    "no-progress",
    "ofs-delta",
    ...Array.from(wanted.wants, (hash) => `want ${hash}`),
    ...Array.from(wanted.haves ?? [], (hash) => `have ${hash}`),
    ...(wanted.depth === undefined ? [] : [`deepen ${wanted.depth}`]),
    ...(wanted.filter !== undefined && capabilities.filter ? [`filter ${wanted.filter}`] : []),
    ...(wanted.done ? ["done"] : []),
  ]);
}
