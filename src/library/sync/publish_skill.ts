import type { Failure } from "../../../contracts/errors.ts";
import { ERRORS } from "../../../contracts/errors.ts";
import type { Account } from "../../../contracts/library/accounts.ts";
import type {
  ConnectedSkill,
  Connection,
  ConnectionStore,
  SkillRun,
} from "../../../contracts/library/connections.ts";
import type { Library, LibraryAuthor } from "../../../contracts/library/library.ts";
import type { SyncedCommit } from "../../../contracts/library/repository_sync.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { ArchivedReason, SkillName } from "../../../contracts/library/skills.ts";
import { PUBLISHED_SKILL_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { Source } from "../../../contracts/source.ts";
import type { BlockedTypes } from "../upload/blocked_files.ts";
import { judgeTree } from "../upload/judge_tree.ts";
import type { SentFile } from "../upload/sent_file.ts";
import { archiveSkill, type ArchiveSkillDeps } from "./archive_skill.ts";
import type { PlannedSkill } from "./plan_run.ts";
import { filesOf, skipped, type TreeSkill } from "./read_tree.ts";
import { isSourceOf } from "./source_match.ts";

export interface PublishSkillDeps extends ArchiveSkillDeps {
  readonly library: Pick<Library, "publish" | "change">;
  readonly skills: Pick<SkillStore, "nameState" | "idOf"> & ArchiveSkillDeps["skills"];
  readonly connections: Pick<ConnectionStore, "saveSkill">;
  readonly blockedTypes: BlockedTypes;
}

/** What is published, for whom, and from where. */
export interface Publishing {
  readonly connection: Connection;
  readonly account: Account;
  readonly author: LibraryAuthor;
  readonly commit: SyncedCommit;
  readonly source: Source;
}

/**
 * A skill of the commit becomes a version, or is skipped with what is in the way. Null: its bytes are gone and read again.
 *
 * @param replaced What stood in its directory under another name, and is nowhere any more. It is archived before the row of
 * the directory names the new one, which is all that leads to the old.
 */
export async function publishSkill(
  deps: PublishSkillDeps,
  publishing: Publishing,
  { skill, known }: PlannedSkill,
  replaced: ConnectedSkill | null,
): Promise<readonly SkillRun[] | null> {
  const { connection, author } = publishing;
  const { directory, name, fingerprint } = skill;
  const files = await readFiles(publishing.source, skill);
  if (files === null) return null;
  const tree = files.ok ? judgeTree(files.value, deps.blockedTypes) : files;
  if (!tree.ok) return [refused(skill, tree.error)];

  const back = await comesBack(deps, author, name);
  if (!back.ok) return [refused(skill, back.error)];
  const made = await deps.library.publish(author, tree.value.files, {
    name,
    visibility: connection.visibility,
    provenance: {
      kind: "repository",
      repository: publishing.commit.name,
      commit: publishing.commit.commit,
      issuer: null,
      workflow: null,
      run: null,
      source: "unknown",
    },
    compare: async (_name, stored) =>
      await isSourceOf(publishing.source, skill, stored) ? "matches" : "differs",
  });
  if (!made.ok) {
    if (back.value !== null) {
      await deps.library.change(author, name, { state: "archived", archivedReason: back.value }, {});
    }
    return [refused(skill, made.error)];
  }
  const id = await deps.skills.idOf(author.account, name);
  if (id === null) throw new Error("Cannot find a skill that was just published");
  const archived = replaced === null
    ? null
    : await archiveSkill(deps, connection.id, author, replaced, "source_removed", id);
  const before = known !== null && known.path !== directory ? known.path : undefined;
  await deps.connections.saveSkill(
    connection.id,
    { path: directory, name, skill: id, fingerprint, isGone: false },
    before,
  );
  const { status, version } = made.value;
  const outcome = back.value !== null ? "restored" : status;
  if (outcome === "drafted" || outcome === "checked") throw new Error(`Cannot publish by a "${outcome}"`);
  const published: SkillRun = { path: directory, name, outcome, version, problem: warningOf(skill) };
  return archived === null ? [published] : [published, archived];
}

/** A skill that its repository had no more is published again; why it was not. Null: nothing is to do. */
async function comesBack(
  { library, skills }: PublishSkillDeps,
  author: LibraryAuthor,
  name: SkillName,
): Promise<Result<ArchivedReason | null, Failure>> {
  const { skill } = await skills.nameState(author.account, name);
  const reason = skill?.archived?.reason ?? null;
  // What its owner archived stays so.
  if (reason === null || reason === "owner") return success(null);
  const made = await library.change(author, name, { state: "published", replacedBy: null }, {});
  return made.ok ? success(reason) : made;
}

/** Null: something of it is gone and is made again. */
async function readFiles(source: Source, skill: TreeSkill): Promise<Result<SentFile[], Failure> | null> {
  const sent: SentFile[] = [];
  let total = 0;
  for await (const { path, content, size, stored } of filesOf(source, skill)) {
    total += size;
    const isTooMuch = !stored || total > PUBLISHED_SKILL_LIMITS.bytes ||
      sent.length === PUBLISHED_SKILL_LIMITS.files;
    if (isTooMuch) return failure({ code: "publish.too_large", path, ...(!stored && { size }) });
    const bytes = await source.content(content);
    if (bytes === null) {
      await source.restore();
      return null;
    }
    sent.push({ path: skill.directory === "" ? path : path.slice(skill.directory.length + 1), bytes });
  }
  return success(sent);
}

function refused({ directory, name, path }: TreeSkill, error: Failure): SkillRun {
  const [problem] = error.problems ?? [];
  const inside = problem?.path ?? error.path;
  const line = problem !== undefined && "line" in problem ? problem.line : undefined;
  return skipped(directory, name, {
    code: error.code,
    message: [
      problem?.message ?? ERRORS[error.code].sentence,
      problem === undefined ? error.reason : undefined,
      error.hint,
    ]
      .filter((part) => part !== undefined).join(": "),
    path: inside === undefined ? path : directory === "" ? inside : `${directory}/${inside}`,
    line: line ?? null,
  });
}

function warningOf({ leansOn: [outside, ...more], path }: TreeSkill): SkillRun["problem"] {
  if (outside === undefined) return null;
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return {
    code: "left_out",
    message:
      `Not published with it, though it is read with it: ${outside}${others}, outside of its directory`,
    path,
    line: null,
  };
}
