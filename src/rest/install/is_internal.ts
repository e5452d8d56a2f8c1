import type { Failure } from "../../../contracts/errors.ts";
import type { Result } from "../../../contracts/result.ts";
import type { Source } from "../../../contracts/source.ts";
import { installableSkills } from "../../reading/mod.ts";

/**
 * Whether a skill's author keeps it from installers. Its metadata as it is told is text, so that only where it may be so the front
 * matter is asked, in which `true` and `"true"` are two things.
 */
export async function isInternal(
  metadata: Readonly<Record<string, string>> | null,
  source: () => Promise<Result<Source, Failure>>,
): Promise<boolean> {
  if (metadata?.internal !== "true") return false;
  const read = await source();
  return read.ok && (await installableSkills(read.value)).leftOut.some(({ reason }) => reason === "internal");
}
