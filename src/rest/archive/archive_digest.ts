import { createHash } from "node:crypto";
import { yieldToEventLoop } from "../../flow/mod.ts";
import type { SkillFiles, Snapshot } from "../../reading/mod.ts";
import { entriesOf } from "./_entries.ts";
import { zip } from "./_zip.ts";

type Digests = Map<string, Promise<string>>;

/** They live as long as the opened catalogs. */
const known = new WeakMap<Snapshot["view"], Digests>();

/** SHA-256 of a skill's zip archive, hex, made once for each opened commit. Throws `ContentGone`. */
export async function archiveDigest(snapshot: Snapshot, whole: SkillFiles): Promise<string> {
  const digests: Digests = known.get(snapshot.view) ?? new Map();
  known.set(snapshot.view, digests);
  const { path } = whole.skill;
  const digest = digests.get(path) ?? digestOf(snapshot, whole);
  digests.set(path, digest);
  try {
    return await digest;
  } catch (error) {
    digests.delete(path);
    throw error;
  }
}

async function digestOf(snapshot: Snapshot, whole: SkillFiles): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of zip(entriesOf(snapshot, whole))) hash.update(bytes);
  // Remembered contents come without a pause, and there may be hundreds of archives.
  await yieldToEventLoop();
  return hash.digest("hex");
}
