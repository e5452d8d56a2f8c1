import type { Failure } from "../../../contracts/errors.ts";
import { type Result, success } from "../../../contracts/result.ts";
import type { Source } from "../../../contracts/source.ts";
import type { HeldSkill } from "./account_library.ts";
import { documentOf, type FindDeps } from "./find_skill.ts";
import { readableVersion } from "./read_skill.ts";
import { versionSource, type VersionSourceDeps } from "./version_source.ts";

/** A version that somebody may read, as reading, render and the skills extension take it. */
export async function sourceOf(
  deps: Pick<FindDeps, "skills"> & VersionSourceDeps,
  held: HeldSkill,
  raw: boolean,
  label: string | undefined,
): Promise<Result<Source, Failure>> {
  const found = await readableVersion(deps, held, "library", label);
  if (!found.ok) return found;
  const document = await documentOf(deps, found.value);
  if (!document.ok) return document;
  return success(versionSource(
    deps,
    {
      skill: held.skill,
      owner: held.listed.owner,
      isVerified: held.owner.verified,
      version: found.value.version,
      document: document.value,
      isPinned: label !== undefined,
    },
    raw,
  ));
}
