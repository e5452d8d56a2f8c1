import type { AccountId } from "../../../contracts/auth/viewer.ts";
import type { ContentId } from "../../../contracts/domain.ts";
import { DRAFT_RECORD, NAME_RECORD, VERSION_RECORD } from "../../../contracts/library/skill_records.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { accountRoot, type ContentStore } from "../../../contracts/snapshots.ts";
import type { Kv } from "../kv.ts";
import { draftKey, ledgerKey, versionKey, versionsKey } from "../library/skill_keys.ts";
import { contentIdsOfVersion, decodeVersionDocument } from "../library/version_documents.ts";
import type { Mark } from "./_sweep_contents.ts";

const BATCH = { batchSize: 500 };

/** Marks what the versions and drafts of an account refer to, those of a skill that is being deleted too. */
export function markVersions(
  { kv, contents }: { readonly kv: Kv; readonly contents: Pick<ContentStore, "read"> },
  account: AccountId,
): Mark {
  const root = accountRoot(account);
  return async (needed, marked) => {
    for await (const document of documentsOf(kv, account)) {
      if (document === null) return false;
      if (marked.has(document)) continue;
      const bytes = await contents.read(root, document);
      const read = bytes && decodeVersionDocument(bytes);
      if (read === null) return false;
      for (const id of [document, ...contentIdsOfVersion(read)]) needed.add(id);
      marked.add(document);
    }
    return true;
  };
}

/** The documents that are needed; null: a row that cannot be read here. */
async function* documentsOf(kv: Kv, account: AccountId): AsyncGenerator<ContentId | null> {
  for await (const { value } of kv.list({ prefix: ledgerKey(account) }, BATCH)) {
    const name = NAME_RECORD.safeParse(value).data;
    if (name === undefined) yield null;
    else {for (const skill of [name.skill, name.leaving]) {
        if (skill !== null) yield* documentsOfSkill(kv, skill);
      }}
  }
}

async function* documentsOfSkill(kv: Kv, skill: SkillId): AsyncGenerator<ContentId | null> {
  for await (const { value } of kv.list({ prefix: versionsKey(skill), start: versionKey(skill, 0) }, BATCH)) {
    const version = VERSION_RECORD.safeParse(value).data;
    if (version === undefined) yield null;
    else if (version.standing !== "removed") yield version.document;
  }
  const draft = await kv.get(draftKey(skill));
  if (draft.versionstamp !== null) yield DRAFT_RECORD.safeParse(draft.value).data?.document ?? null;
}
