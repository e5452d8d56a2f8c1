import type { RepoPath } from "../../contracts/addresses.ts";
import type { ContentId, Skill } from "../../contracts/domain.ts";
import type { Failure } from "../../contracts/errors.ts";
import { INSTALL_LIMITS } from "../../contracts/limits.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { describedOnly } from "./_described_only.ts";
import { resourceOf } from "./resource_bytes.ts";
import { skillArgument } from "./_skill_argument.ts";
import type { Source } from "../../contracts/source.ts";

/** Everything a skill is made of, as it is written into a directory of its own. */
export interface SkillFiles {
  readonly skill: Skill;
  /** The assembled SKILL.md, then every other file below the skill's directory in path order. */
  readonly files: readonly SkillFile[];
  /** Of all files. */
  readonly bytes: number;
}

export interface SkillFile {
  /** From the skill's directory. */
  readonly path: string;
  readonly content: ContentId;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/**
 * The files of a skill, each the same bytes as the skills extension gives. Fails with `request.invalid`,
 * `skill.not_found`, `file.described_only`, or `skill.too_large` for more than an archive may hold.
 */
export async function skillFiles(
  source: Source,
  { path }: { readonly path: string },
): Promise<Result<SkillFiles, Failure>> {
  const skill = await skillArgument(source, path);
  return skill.ok ? await wholeSkill(source, skill.value) : skill;
}

/** As `skillFiles()`, of a skill that was found already. */
export async function wholeSkill(source: Source, skill: Skill): Promise<Result<SkillFiles, Failure>> {
  const { path, directory, document } = skill;
  if (document === null) return failure(describedOnly(source, path, skill.licence));
  const files: SkillFile[] = [{
    path: "SKILL.md",
    content: document.content,
    size: document.bytes,
    sha256: document.sha256,
  }];
  let bytes = document.bytes;
  for await (const file of source.view.files.each("any", directory)) {
    const resource = file.path === path ? null : await resourceOf(source, file);
    if (resource === null) continue;
    bytes += resource.size;
    if (files.length === INSTALL_LIMITS.files || bytes > INSTALL_LIMITS.bytes) return failure(tooLarge(path));
    files.push({ path: directory === "" ? file.path : file.path.slice(directory.length + 1), ...resource });
  }
  return success({ skill, files, bytes });
}

function tooLarge(path: RepoPath): Failure {
  return {
    code: "skill.too_large",
    path,
    reason: `an archive holds at most ${INSTALL_LIMITS.files} files and ${INSTALL_LIMITS.bytes} bytes`,
    hint: "Read the files that are needed one by one, or clone the repository",
  };
}
