import { ERRORS } from "../../../contracts/errors.ts";
import type {
  ConnectedSkill,
  ConnectionId,
  ConnectionStore,
  SkillRun,
} from "../../../contracts/library/connections.ts";
import type { Library, LibraryAuthor } from "../../../contracts/library/library.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { ArchivedReason } from "../../../contracts/library/skills.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { skipped } from "./read_tree.ts";

export interface ArchiveSkillDeps {
  readonly library: Pick<Library, "change">;
  readonly skills: Pick<SkillStore, "skill">;
  readonly connections: Pick<ConnectionStore, "saveSkill">;
}

/**
 * What its repository no longer has is archived. Null: there is nothing to tell, as its owner archived or deleted it before.
 *
 * @param replacedBy What stands in its directory now, under another name.
 */
export async function archiveSkill(
  { library, skills, connections }: ArchiveSkillDeps,
  connection: ConnectionId,
  author: LibraryAuthor,
  known: ConnectedSkill,
  reason: Exclude<ArchivedReason, "owner">,
  replacedBy: SkillId | null = null,
): Promise<SkillRun | null> {
  const { path, name } = known;
  const skill = await skills.skill(known.skill);
  // Its name may have come to mean another skill, and what was given away is another account's.
  const isHere = skill !== null && skill.account === author.account && skill.name === name;
  if (isHere && skill.archived === null && skill.publishedAt !== null) {
    const made = await library.change(
      author,
      name,
      { state: "archived", archivedReason: reason, replacedBy },
      {},
    );
    if (!made.ok) {
      const { code, reason: why } = made.error;
      const message = [ERRORS[code].sentence, why].filter((part) => part !== undefined).join(": ");
      return skipped(path, name, { code, message, path, line: null });
    }
  }
  if (replacedBy === null) await connections.saveSkill(connection, { ...known, isGone: true });
  return isHere ? { path, name, outcome: "archived", version: null, problem: null } : null;
}
