import { broken, GitFailure } from "../git_failure.ts";
import type { ReplyPackets } from "./_reply_packets.ts";

/** What a repository's host can do, from its own advertisement alone. */
export interface Capabilities {
  readonly objectFormat: string;
  /** Blobs over a size can be withheld. */
  readonly filter: boolean;
  readonly objectInfo: boolean;
  /** Tells the branch of a repository without commits. */
  readonly unborn: boolean;
}

/** Reads the advertisement of gitprotocol-v2(5), "Capability Advertisement". */
export async function readCapabilities(packets: ReplyPackets): Promise<Capabilities> {
  let line = await packets.line();
  if (line?.startsWith("# service=")) {
    line = await packets.line();
    if (line === null && packets.met === "flush") line = await packets.line();
  }
  if (line !== "version 2") {
    throw new GitFailure({
      reason: "unsupported",
      detail: "the host does not speak version 2 of git's protocol",
      remedy: "The host has to offer it, as git does since 2018: no change of the repository helps",
    });
  }
  const values = new Map<string, string>();
  for (let next = await packets.line(); next !== null; next = await packets.line()) {
    const [, name, value] = /^([^=]{1,100})(?:=(.*))?$/s.exec(next) ?? [];
    if (name !== undefined) values.set(name, value ?? "");
    if (values.size > 200) throw broken("is too long");
  }
  if (packets.met !== "flush") throw broken("ends too early");
  const can = (command: string, feature: string) =>
    values.get(command)?.split(" ").includes(feature) ?? false;
  if (!values.has("ls-refs") || !values.has("fetch")) throw broken("offers nothing to read");
  return {
    objectFormat: values.get("object-format") ?? "sha1",
    filter: can("fetch", "filter"),
    objectInfo: values.has("object-info"),
    unborn: can("ls-refs", "unborn"),
  };
}
