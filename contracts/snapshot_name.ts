import type { SnapshotKey } from "./mounts.ts";

/** A snapshot's key as one text, for maps. No part of a key holds a NUL. */
export function snapshotName({ host, repository, commit, rules, serving }: SnapshotKey): string {
  return `${host}\0${repository}\0${commit}\0${rules}\0${serving}`;
}
