import type { Capabilities } from "./capabilities.ts";
import { broken } from "../git_failure.ts";
import type { GitLimits } from "../git_limits.ts";
import { writePackets } from "./pkt_line.ts";
import type { ReplyPackets } from "./_reply_packets.ts";

/** A ref as the host tells it. Names and targets are checked by nobody: they are only compared. */
export interface Ref {
  /** The object it names; null for a branch without commits. */
  readonly object: string | null;
  /** What an annotated tag leads to in the end. */
  readonly peeled: string | null;
  /** The ref that a symbolic one stands for. */
  readonly target: string | null;
}

/** By full name, such as `refs/heads/main`. */
export type Refs = ReadonlyMap<string, Ref>;

/** Asks for the refs that start with one of the prefixes: gitprotocol-v2(5), "ls-refs". */
export function lsRefsRequest(
  capabilities: Capabilities,
  prefixes: Iterable<string>,
): Uint8Array<ArrayBuffer> {
  return writePackets([
    "command=ls-refs",
    `object-format=${capabilities.objectFormat}`,
    null,
    "peel",
    "symrefs",
    ...(capabilities.unborn ? ["unborn"] : []),
    ...Array.from(prefixes, (prefix) => `ref-prefix ${prefix}`),
  ]);
}

export async function readRefs(packets: ReplyPackets, limits: GitLimits): Promise<Refs> {
  const refs = new Map<string, Ref>();
  for (let line = await packets.line(); line !== null; line = await packets.line()) {
    const [object = "", name = "", ...attributes] = line.split(" ");
    if (name === "" || !/^(?:unborn|[0-9a-f]{40}(?:[0-9a-f]{24})?)$/.test(object)) {
      throw broken("is no list of refs");
    }
    const attribute = (key: string) =>
      attributes.find((text) => text.startsWith(key))?.slice(key.length) ?? null;
    refs.set(name, {
      object: object === "unborn" ? null : object,
      peeled: attribute("peeled:"),
      target: attribute("symref-target:"),
    });
    if (refs.size > limits.refs) throw broken("names too many refs");
  }
  if (packets.met !== "flush") throw broken("ends too early");
  return refs;
}
