import {
  DRAFT_RECORD,
  FEED_HEAD,
  LABEL_RECORD,
  LEDGER,
  NAME_RECORD,
  SKILL_RECORD,
  VERSION_RECORD,
} from "../../../contracts/library/skill_records.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import type { SkillId } from "../../../contracts/library/versions.ts";
import { getEach, readRow } from "../kv.ts";
import { changesAfter, changesOf } from "./change_feed.ts";
import { forgetNames } from "./_forget_names.ts";
import { stampsIn } from "./library_stamps.ts";
import { createNameChanges, NOTHING_PUBLISHED, type SkillStoreDeps, versionsOf } from "./name_changes.ts";
import {
  draftKey,
  FEED_KEY,
  labelKey,
  ledgerKey,
  libraryKey,
  nameKey,
  publishedFromKey,
  skillKey,
  SKILLS_KEY,
  versionKey,
} from "./skill_keys.ts";
import { createTransfer } from "./transfer_skill.ts";
import { createVersionDocuments, encodeVersionDocument } from "./version_documents.ts";

const LIST_BATCH = 500;

export function createSkillStore(
  deps: SkillStoreDeps & { readonly cacheBytes: number },
): SkillStore {
  const { kv } = deps;
  const documents = createVersionDocuments(deps);

  const skills: SkillStore["skills"] = async (ids) => {
    const found: (Skill | null)[] = [];
    for await (const { value } of getEach(kv, ids.map(skillKey))) {
      found.push(SKILL_RECORD.safeParse(value).data ?? null);
    }
    return found;
  };

  const version: SkillStore["version"] = async (id, sequence) =>
    (await readRow(kv, versionKey(id, sequence), VERSION_RECORD)).value;

  const listeners: (() => void)[] = [];

  return {
    ...createNameChanges({ ...deps, changed: () => listeners.forEach((listener) => listener()) }),
    transfer: createTransfer(deps, documents),
    skills,
    version,

    async skill(id) {
      return (await readRow(kv, skillKey(id), SKILL_RECORD)).value;
    },

    async ownSkills(account) {
      const found: SkillId[] = [];
      for await (const { value } of kv.list({ prefix: ledgerKey(account) }, { batchSize: LIST_BATCH })) {
        const id = NAME_RECORD.safeParse(value).data?.skill ?? null;
        if (id !== null) found.push(id);
      }
      return found;
    },

    async every(after, most) {
      const found: Skill[] = [];
      const range = after === null
        ? { prefix: SKILLS_KEY }
        : { prefix: SKILLS_KEY, start: [...skillKey(after), ""] };
      const rows = kv.list(range, { limit: most, batchSize: Math.min(most, LIST_BATCH) });
      for await (const { value } of rows) {
        const skill = SKILL_RECORD.safeParse(value);
        if (skill.success) found.push(skill.data);
      }
      return found;
    },

    async idOf(account, name) {
      const { value } = await readRow(kv, nameKey(account, name), NAME_RECORD);
      return value?.skill ?? value?.movedTo ?? null;
    },

    async *publishedFrom(repository) {
      const rows = kv.list({ prefix: publishedFromKey(repository) }, { batchSize: LIST_BATCH });
      for await (const { key } of rows) yield key[3] as SkillId;
    },

    async ledger(account) {
      return (await readRow(kv, ledgerKey(account), LEDGER)).value ?? NOTHING_PUBLISHED;
    },

    async draft(id) {
      return (await readRow(kv, draftKey(id), DRAFT_RECORD)).value;
    },

    versions: (id) => versionsOf(kv, id),

    async labelled({ id, labels }, label) {
      const { value } = await readRow(kv, labelKey(labels, label), LABEL_RECORD);
      return value === null || value.skill !== id ? null : await version(id, value.sequence);
    },

    contentOf: encodeVersionDocument,
    document: documents.read,

    forgetNames: (account) => forgetNames(deps, account),

    async stamps(account) {
      const [items, head] = await kv.getMany<[unknown, unknown]>([libraryKey(account), FEED_KEY]);
      return stampsIn(items, head);
    },

    async feedHead() {
      return (await readRow(kv, FEED_KEY, FEED_HEAD)).value?.sequence ?? 0;
    },

    onChange: (listener) => void listeners.push(listener),

    changes: (after, most) => changesAfter(deps, after, most),
    changesOf: (subject, before, most) => changesOf(deps, subject, before, most),
  };
}
