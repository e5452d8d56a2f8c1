import type { Clock, NewId } from "../../contracts/ambient.ts";
import type { AccountId } from "../../contracts/auth/viewer.ts";
import type { Failure } from "../../contracts/errors.ts";
import type { Account, AccountStore } from "../../contracts/library/accounts.ts";
import type { InstallStore } from "../../contracts/library/installs.ts";
import type { EditionStore } from "../../contracts/library/editions.ts";
import type { Library, LibraryAuthor } from "../../contracts/library/library.ts";
import type { ActivationLog, LibraryItemStore, SkillStore } from "../../contracts/library/skill_store.ts";
import type { MemberStore } from "../../contracts/library/members.ts";
import type { RatingStore } from "../../contracts/library/ratings.ts";
import type { ReportStore } from "../../contracts/library/reports.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import type { SearchIndex } from "../../contracts/search_index.ts";
import type { ContentStore } from "../../contracts/snapshots.ts";
import type { BlockedTypes } from "./upload/blocked_files.ts";
import { addItem, confirmOwner, pinItem, removeItem } from "./items/change_items.ts";
import {
  createSkillReadings,
  discardDraftOf,
  parseSkillName,
  publishDraftOf,
  publishUpload,
  refusalOfConfined,
} from "./publishing/mod.ts";
import { reportSkill } from "./moderation/report_skill.ts";
import { createAccountLibraries } from "./reading/account_library.ts";
import { accountOf, findSkill, findVersion, mayRead, seenVersions } from "./reading/find_skill.ts";
import { libraryChanges } from "./reading/library_changes.ts";
import { skillContent, skillDetails, skillFile, skillFiles } from "./reading/read_skill.ts";
import { sourceOf } from "./reading/source_of.ts";
import { changeSkill, type Changing, NO_SKILL } from "./skills/change_skill.ts";
import { deleteSkill } from "./skills/delete_skill.ts";
import { rateSkill } from "./stats/rate_skill.ts";
import { yankVersion } from "./skills/yank_version.ts";

export interface LibraryDeps {
  readonly skills: SkillStore;
  readonly items: LibraryItemStore;
  readonly installs: Pick<InstallStore, "installs">;
  readonly ratings: RatingStore;
  readonly reports: Pick<ReportStore, "file">;
  readonly members: Pick<MemberStore, "roleOf">;
  readonly activations: Pick<ActivationLog, "note">;
  readonly accounts: Pick<AccountStore, "account" | "bySlug">;
  readonly contents: ContentStore;
  readonly editions: EditionStore;
  readonly search: SearchIndex;
  readonly clock: Pick<Clock, "now">;
  readonly newId: NewId;
  /** Whether others than verified accounts publish to everybody. */
  readonly isCatalogOpen: boolean;
  /** Whether versions are graded, held, and kept from lists without a grade. */
  readonly isAnalysed: boolean;
  readonly blockedTypes: BlockedTypes;
  /** Memory of all lists together. Bytes. */
  readonly cacheBytes: number;
}

/** What uploads that were read take beside the lists, for each byte of these. */
const READINGS_SHARE = 1 / 4;

/** The library of every account: one for all surfaces, which say who asks. */
export function createLibrary(parts: LibraryDeps): Library {
  const deps = {
    ...parts,
    libraryOf: createAccountLibraries(parts),
    readings: createSkillReadings({ ...parts, cacheBytes: parts.cacheBytes * READINGS_SHARE }),
  };

  /** What an account may do now. Fails with `account.suspended`. */
  async function standing(id: AccountId): Promise<Result<Account, Failure>> {
    const account = await deps.accounts.account(id);
    if (account === null) return failure({ code: "auth.invalid_token" });
    return account.state.kind === "active" ? success(account) : failure({ code: "account.suspended" });
  }

  /** A change of an own skill by an account that may make one. */
  async function changing(author: LibraryAuthor, name: string): Promise<Result<Changing, Failure>> {
    const parsed = parseSkillName(name);
    if (parsed === null) return failure(NO_SKILL);
    const confined = refusalOfConfined(author, parsed);
    if (confined !== null) return failure(confined);
    const account = await standing(author.account);
    return account.ok ? success({ author, account: account.value, name: parsed }) : account;
  }

  return {
    async list(reader, within) {
      const { listed, told, byId } = await deps.libraryOf(reader.account, reader.stamps);
      if (within === "library" && reader.skills === null) return told;
      const shown = within === "library"
        ? listed
        : [...listed, ...[...byId.values()].filter(({ isOwn, isListed }) => isOwn && !isListed)];
      return shown.filter((held) => mayRead(reader, held)).map(({ listed }) => listed);
    },

    changes: (reader, page) => libraryChanges(deps, reader, page),

    async skill(reader, skill, within) {
      const held = await findSkill(deps, reader, skill, within);
      return held.ok ? await skillDetails(deps, held.value, within) : held;
    },

    async content(reader, skill, within, label) {
      const held = await findSkill(deps, reader, skill, within);
      if (!held.ok) return held;
      const content = await skillContent(deps, held.value, within, label);
      if (content.ok) deps.activations.note(held.value.skill.id, reader.account);
      return content;
    },

    async file(reader, skill, path, within, label) {
      const held = await findSkill(deps, reader, skill, within);
      return held.ok ? await skillFile(deps, held.value, path, within, label) : held;
    },

    async files(reader, skill, within, label) {
      const held = await findSkill(deps, reader, skill, within);
      return held.ok ? await skillFiles(deps, held.value, within, label) : held;
    },

    async versions(reader, skill, within) {
      const held = await findSkill(deps, reader, skill, within);
      if (!held.ok) return held;
      return success(await seenVersions(deps, held.value));
    },

    async version(reader, skill, label, within) {
      const held = await findSkill(deps, reader, skill, within);
      if (!held.ok) return held;
      const found = await findVersion(deps, held.value, within, label);
      if (!found.ok) return found;
      return found.value.row === null ? failure({ code: "version.not_found" }) : success(found.value.row);
    },

    async source(reader, skill, { raw, label }) {
      const held = await findSkill(deps, reader, skill, "library");
      return held.ok ? await sourceOf(deps, held.value, raw, label) : held;
    },

    async add(author, skill, label) {
      const account = await standing(author.account);
      if (!account.ok) return account;
      const made = await addItem(deps, author, account.value, skill, label);
      if (!made.ok) return made;
      const held = await findSkill(deps, author, skill, "library");
      return held.ok ? success({ added: made.value.added, listed: held.value.listed }) : held;
    },

    async remove(author, skill) {
      const account = await standing(author.account);
      if (!account.ok) return account;
      await removeItem(deps, author, skill);
      return success(null);
    },

    async pin(author, skill, label) {
      const account = await standing(author.account);
      if (!account.ok) return account;
      const made = await pinItem(deps, author, skill, label);
      if (!made.ok) return made;
      const held = await findSkill(deps, author, skill, "library");
      return held.ok ? success(held.value.listed) : held;
    },

    async rate(author, skill, stars) {
      const account = await standing(author.account);
      return account.ok ? await rateSkill(deps, author, skill, stars) : account;
    },

    async confirm(author, skill, owner) {
      const made = await confirmOwner(deps, author, skill, owner);
      if (!made.ok) return made;
      const held = await findSkill(deps, author, skill, "library");
      return held.ok ? success(held.value.listed) : held;
    },

    async report(author, skill, complaint) {
      const account = await standing(author.account);
      return account.ok ? await reportSkill(deps, author, account.value, skill, complaint) : account;
    },

    async publish(author, files, options) {
      const account = await standing(author.account);
      return account.ok
        ? await publishUpload(deps, author, account.value, files, options, "version")
        : account;
    },

    async saveDraft(author, files, options) {
      const account = await standing(author.account);
      return account.ok ? await publishUpload(deps, author, account.value, files, options, "draft") : account;
    },

    async publishDraft(author, name, options) {
      const account = await standing(author.account);
      return account.ok ? await publishDraftOf(deps, author, account.value, name, options) : account;
    },

    async discardDraft(author, name) {
      const account = await standing(author.account);
      return account.ok ? await discardDraftOf(deps, author, name) : account;
    },

    async change(author, name, patch, options) {
      const what = await changing(author, name);
      if (!what.ok) return what;
      const made = await changeSkill(deps, what.value, patch, options);
      if (!made.ok) return made;
      const { byId } = await deps.libraryOf(author.account);
      const held = byId.get(made.value.id);
      return held === undefined ? failure(NO_SKILL) : await skillDetails(deps, held, "own");
    },

    async yank(author, name, label, yanked, ifRevision) {
      const what = await changing(author, name);
      return what.ok ? await yankVersion(deps, what.value, label, yanked, ifRevision) : what;
    },

    async delete(author, name, ifRevision) {
      const what = await changing(author, name);
      return what.ok ? await deleteSkill(deps, what.value, ifRevision) : what;
    },

    async isOwn(reader, { owner }) {
      return (await accountOf(deps, owner.toLowerCase()))?.id === reader.account;
    },
  };
}
