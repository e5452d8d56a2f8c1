import type { Clock } from "../../../../contracts/ambient.ts";
import { broken, GitFailure, notFound } from "../git_failure.ts";
import type { GitLimits } from "../git_limits.ts";
import type { Pace } from "../pace.ts";
import { createPacketReader, type NextPacket } from "./pkt_line.ts";

/** The packets of one reply, held to the limits of all that is not a pack. */
export interface ReplyPackets {
  readonly next: NextPacket;
  /** The next packet as a line without its line feed; null for a special packet or the end. */
  line(): Promise<string | null>;
  /** The special packet that `line()` met last; "end" where the reply ended. */
  readonly met: "flush" | "delimiter" | "response-end" | "end" | null;
  /** Says that so many bytes of the packet read last were a pack's: they have a limit of their own. */
  packed(bytes: number): void;
}

const HEADER_BYTES = 4;
const UTF8 = new TextDecoder();

export function createReplyPackets(
  chunks: AsyncIterator<Uint8Array>,
  { clock, limits, pace, until }: {
    readonly clock: Clock;
    readonly limits: GitLimits;
    readonly pace: Pace;
    /** When the exchange must be over. Milliseconds since the epoch. */
    readonly until: number;
  },
): ReplyPackets {
  const read = createPacketReader(chunks);
  let control = 0;
  let empty = 0;
  let met: ReplyPackets["met"] = null;

  async function next() {
    if (control > limits.controlBytes) throw broken("is too long");
    const packet = await read();
    // A timer alone would never be heard while everything that is awaited is there already.
    await pace(0);
    if (clock.now() > until) {
      throw new GitFailure({ reason: "unavailable", detail: "the host answers too slowly" });
    }
    const bytes = packet?.kind === "data" ? packet.bytes.length : 0;
    control += HEADER_BYTES + bytes;
    // A side-band packet of one byte carries nothing but its band.
    if (bytes <= 1 && ++empty > limits.emptyPackets) throw broken("holds too many empty packets");
    return packet;
  }

  return {
    next,
    packed(bytes) {
      control -= bytes;
    },
    get met() {
      return met;
    },
    async line() {
      const packet = await next();
      met = packet === null ? "end" : packet.kind === "data" ? null : packet.kind;
      if (packet?.kind !== "data") return null;
      const { bytes } = packet;
      const line = UTF8.decode(bytes.at(-1) === 10 ? bytes.subarray(0, -1) : bytes);
      if (line.startsWith("ERR ")) throw refusal(line);
      return line;
    },
  };
}

/** What an error packet says is for nobody's eyes; git's own sentences for an unknown object, and JGit's, are understood. */
export function refusal(text: string): GitFailure {
  if (/not our ref|unadvertised object|no such ref|couldn't find remote ref|want \S+ not valid/i.test(text)) {
    return notFound();
  }
  return new GitFailure({ reason: "unavailable", detail: "the host refused the request" });
}
