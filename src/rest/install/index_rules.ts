import type { OlderDiscoveryIndex } from "../../../contracts/install.ts";
import { INSTALL_LIMITS } from "../../../contracts/limits.ts";

/** A description as long as readers count it, without half of a character. */
function shortened(description: string): string {
  const { description: most } = INSTALL_LIMITS;
  return description.length <= most
    ? description
    : description.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** Whether a path comes back from a URL that it is put into as it is; not at its end either, where spaces are dropped. */
function survivesAsUrl(path: string): boolean {
  return !/[%?#\\]|\.\.|\s$/.test(path);
}

/** A skill as every index names it. */
export function named({ name, description }: { readonly name: string; readonly description: string }) {
  return { name, description: shortened(description) };
}

/** An index of before (Agent Skills Discovery 0.1.0), without what its installers would stumble over. */
export function olderIndex(entries: OlderDiscoveryIndex["skills"]): OlderDiscoveryIndex {
  return { skills: entries.filter(({ files }) => files.every(survivesAsUrl)) };
}

/** What a file of a skill is sent with: it is written to a disk, and nothing of it is for this origin to show. */
export function fileHeaders(path: string, length: number): Readonly<Record<string, string>> {
  return {
    "content-type": path === "SKILL.md" ? "text/markdown; charset=utf-8" : "application/octet-stream",
    "content-disposition": "attachment",
    "content-length": String(length),
  };
}

/** What is asked for behind `/.well-known/`. `escaped`: as it was sent. */
export type WellKnown =
  | { readonly kind: "index" }
  | { readonly kind: "older_index" }
  | { readonly kind: "archive"; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly escaped: string };

/** Null: nothing that there is. */
export function wellKnownIn(asked: string): WellKnown | null {
  if (asked === "agent-skills/index.json") return { kind: "index" };
  if (asked === "skills/index.json") return { kind: "older_index" };
  const [, archive] = /^agent-skills\/([a-z0-9-]+)\.zip$/.exec(asked) ?? [];
  if (archive !== undefined) return { kind: "archive", name: archive };
  const [, name, escaped] = /^(?:agent-)?skills\/([a-z0-9-]+)\/(.+)$/.exec(asked) ?? [];
  return name === undefined || escaped === undefined ? null : { kind: "file", name, escaped };
}
