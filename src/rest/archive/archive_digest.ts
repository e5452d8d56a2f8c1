import { createHash } from "node:crypto";
import { yieldToEventLoop } from "../../flow/mod.ts";
import type { SkillFiles } from "../../reading/mod.ts";
import type { Source } from "../../../contracts/source.ts";
import { entriesOf } from "./_entries.ts";
import { zip } from "./_zip.ts";

type Digests = Map<string, Promise<string>>;

/** They live as long as the opened catalogs. */
const known = new WeakMap<Source["view"], Digests>();

/** SHA-256 of a skill's zip archive, hex, made once for each opened commit. Throws `ContentGone`. */
export async function archiveDigest(source: Source, whole: SkillFiles): Promise<string> {
  const digests: Digests = known.get(source.view) ?? new Map();
  known.set(source.view, digests);
  const { path } = whole.skill;
  const digest = digests.get(path) ?? digestOf(source, whole);
  digests.set(path, digest);
  try {
    return await digest;
  } catch (error) {
    digests.delete(path);
    throw error;
  }
}

async function digestOf(source: Source, whole: SkillFiles): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of zip(entriesOf(source, whole))) hash.update(bytes);
  // Remembered contents come without a pause, and there may be hundreds of archives.
  await yieldToEventLoop();
  return hash.digest("hex");
}
