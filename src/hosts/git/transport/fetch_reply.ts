import { broken } from "../git_failure.ts";
import { refusal, type ReplyPackets } from "./_reply_packets.ts";

/** What the host answers to `fetch`. */
export interface FetchReply {
  /** Whether it knows what it was told to have, and whether that was enough for a pack. */
  readonly acknowledged: "nothing" | "common" | "ready";
  /** The pack's bytes; null when none follows. Each chunk is good until the next is read. */
  readonly pack: AsyncIterable<Uint8Array> | null;
}

const SECTIONS: ReadonlySet<string> = new Set(["acknowledgments", "shallow-info", "wanted-refs"]);

/** Reads the sections of a reply up to its pack: gitprotocol-v2(5), "fetch", output. */
export async function readFetchReply(packets: ReplyPackets): Promise<FetchReply> {
  let acknowledged: FetchReply["acknowledged"] = "nothing";
  for (let left = SECTIONS.size; left >= 0; left--) {
    const section = await packets.line();
    if (section === "packfile") return { acknowledged, pack: sideBand(packets) };
    if (section === null || !SECTIONS.has(section)) throw broken("holds an unknown section");
    for (let line = await packets.line(); line !== null; line = await packets.line()) {
      if (section !== "acknowledgments") continue;
      if (line === "ready") acknowledged = "ready";
      else if (line.startsWith("ACK ") && acknowledged === "nothing") acknowledged = "common";
    }
    if (packets.met === "flush") return { acknowledged, pack: null };
    if (packets.met !== "delimiter") throw broken("ends too early");
  }
  throw broken("holds too many sections");
}

/** The first band of gitprotocol-pack(5), "Packfile Data"; progress is dropped. */
async function* sideBand(packets: ReplyPackets): AsyncGenerator<Uint8Array> {
  for (;;) {
    const packet = await packets.next();
    if (packet === null) throw broken("ends too early");
    if (packet.kind === "flush") break;
    if (packet.kind !== "data") throw broken("is cut into unknown parts");
    const [band] = packet.bytes;
    const data = packet.bytes.subarray(1);
    if (band === 1) {
      packets.packed(data.length);
      if (data.length > 0) yield data;
    } else if (band === 3) {
      throw refusal(new TextDecoder().decode(data));
    } else if (band !== 2) {
      throw broken("holds an unknown band");
    }
  }
  // Whatever comes behind the pack was not asked for.
  if (await packets.next() !== null) throw broken("goes on behind its end");
}
