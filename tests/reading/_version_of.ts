import { createHash } from "node:crypto";
import type { RepoPath } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Source } from "../../contracts/source.ts";
import { type Files, snapshotOf } from "../support/snapshot_of.ts";

export interface VersionOptions {
  /** `owner/name`. */
  readonly skill: string;
  readonly version: string;
  /** Asked for by its label rather than as the current one. */
  readonly pinned?: boolean;
  readonly verified?: boolean;
}

const GONE: Failure = { code: "internal", hint: "Repeat the request later" };

/**
 * A published version that holds exactly `files`, read by the real format and search: a source that has
 * no repository, no commit and no host.
 */
export async function versionOf(
  files: Files,
  { skill, version, pinned = false, verified = false }: VersionOptions,
): Promise<Source> {
  const { view, search, content, text } = await snapshotOf(files);
  const hash = createHash("sha256");
  for (const path of Object.keys(files).sort()) {
    hash.update(`${path}\0${createHash("sha256").update(files[path] ?? "").digest("hex")}\n`);
  }
  const digest = hash.digest("hex");
  const path = "" as RepoPath;
  const labelled = `/skills/${skill}@${version}`;
  return {
    citation: {
      kind: "version",
      skill,
      version,
      digest,
      address: pinned ? labelled : `/skills/${skill}`,
      pinnedAddress: labelled,
      path,
      pinned,
      verified,
    },
    path,
    description: null,
    binding: ["version", digest],
    // The skill at the root adds its name.
    uriBase: ["library", skill.slice(0, skill.indexOf("/"))],
    view,
    search,
    content,
    text,
    restore: () => Promise.resolve(GONE),
    webUrl: () => null,
    rawUrl: () => null,
  };
}
