import { createHash } from "node:crypto";
import type { RepoPath } from "../../../contracts/addresses.ts";
import type { FileRow, SkillRow } from "../../../contracts/catalog_view.ts";
import { type SkillRun, SYNC_LIMITS } from "../../../contracts/library/connections.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { Source } from "../../../contracts/source.ts";
import { directoryOf, ROOT_PATH } from "../../format/mod.ts";
import { parseSkillName } from "../publishing/mod.ts";

/** A skill of a commit, by the directory that it is in. */
export interface TreeSkill {
  readonly directory: RepoPath;
  /** Of its SKILL.md. */
  readonly path: RepoPath;
  readonly name: SkillName;
  /** Equal for the same files. */
  readonly fingerprint: string;
  /** It is read with texts from outside of its directory, which are not published. */
  readonly leansOn: readonly RepoPath[];
}

/** What a commit has below a directory. */
export interface ReadTree {
  readonly skills: readonly TreeSkill[];
  /** What cannot be published as it is; nothing that came from there is archived. */
  readonly flawed: readonly SkillRun[];
  /** Everything was seen, so that what is not among it is gone. */
  readonly isWhole: boolean;
}

/** The listed skills of a commit below a directory, without reading any file. */
export async function readTree({ view }: Source, below: RepoPath): Promise<ReadTree> {
  const skills: TreeSkill[] = [];
  const flawed: SkillRun[] = [];
  let isWhole = view.partial.length === 0 && await hasSoundManifests(view);
  for await (const row of view.skills.each("listed", below)) {
    if (skills.length + flawed.length === SYNC_LIMITS.skills) {
      isWhole = false;
      break;
    }
    const name = parseSkillName(row.name);
    if (name === null) {
      const message =
        "Its name is none that a published skill can have: lower-case letters, digits and single hyphens";
      flawed.push(
        skipped(row.directory, row.name, { code: "field_invalid", message, path: row.path, line: null }),
      );
    } else {
      const fingerprint = await fingerprintOf(view, row);
      skills.push({ directory: row.directory, path: row.path, name, fingerprint, leansOn: leansOn(row) });
    }
  }
  for await (const row of view.files.each("invalid_skill", below)) {
    if (flawed.length === SYNC_LIMITS.skills) break;
    const problem = (await view.problems.at("error", row.path, 1)).rows[0];
    flawed.push(skipped(directoryOf(row.path), null, {
      code: problem?.code ?? "field_invalid",
      message: problem?.message ?? "Its SKILL.md cannot be read",
      path: row.path,
      line: problem?.line ?? null,
    }));
  }
  return { skills, flawed, isWhole };
}

/** The files of a skill, without those of skills below it. */
export async function* filesOf(
  { view }: Pick<Source, "view">,
  { directory, path }: Pick<TreeSkill, "directory" | "path">,
): AsyncIterable<FileRow> {
  for await (const file of view.files.each("any", directory)) {
    if (file.skill === path) yield file;
  }
}

export function skipped(
  path: string,
  name: string | null,
  problem: NonNullable<SkillRun["problem"]>,
): SkillRun {
  return { path, name, outcome: "skipped", version: null, problem };
}

/** A manifest that cannot be read closes what it governs, which is not gone for that reason. */
async function hasSoundManifests(view: Source["view"]): Promise<boolean> {
  return (await view.problems.within("manifest", ROOT_PATH, 0)).total === 0;
}

async function fingerprintOf(view: Source["view"], row: SkillRow): Promise<string> {
  const hash = createHash("sha256");
  for await (const { path, content } of filesOf({ view }, row)) hash.update(`${path}\0${content}\n`);
  return hash.digest("hex");
}

function leansOn({ directory, document, licence }: SkillRow): readonly RepoPath[] {
  const inside = directory === "" ? "" : `${directory}/`;
  const read = (document?.sections ?? []).flatMap(({ kind, path }) => kind === "instructions" ? [] : [path]);
  return [...read, ...(licence === null ? [] : [licence.path])].filter((path) => !path.startsWith(inside));
}
