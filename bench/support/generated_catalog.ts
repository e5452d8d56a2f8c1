/** A public catalog of any size: rows as the store keeps them, and texts made where they are read. The same for the same number. */
import { createHash } from "node:crypto";
import type { AccountId } from "../../contracts/auth/viewer.ts";
import type { ContentId } from "../../contracts/domain.ts";
import type { LabelSpace, Skill, SkillName } from "../../contracts/library/skills.ts";
import type { SkillId, VersionDigest, VersionDocument } from "../../contracts/library/versions.ts";
import { nameKey, skillKey } from "../../src/store/library/skill_keys.ts";

/** Distinct words; as in any text, some are in every one and most in a few. */
const WORDS = 40_000;
const DESCRIPTION_WORDS = 25;
const BODY_WORDS = 600;
const ROWS_AT_ONCE = 150;

export interface GeneratedText {
  readonly name: string;
  readonly description: string;
  readonly headings: readonly string[];
  readonly body: string;
}

export function generatedText(number: number): GeneratedText {
  const random = generator(number + 1);
  return {
    name: `${wordOf(random)}-${wordOf(random)}-${word(number)}`,
    description: sentence(random, DESCRIPTION_WORDS),
    headings: [sentence(random, 3), sentence(random, 3)],
    body: sentence(random, BODY_WORDS),
  };
}

/** Questions as people ask them: names, a few words, and now and then a slip. */
export function generatedQueries(count: number, skills: number): readonly string[] {
  const random = generator(7);
  return Array.from({ length: count }, (_, at) => {
    if (at % 10 === 0) return generatedText(Math.floor(random() * skills)).name;
    const words = sentence(random, 1 + Math.floor(random() * 5));
    return at % 10 === 1 ? `${words}x` : words;
  });
}

/** Writes the rows of so many skills, like `template`, in turn of these accounts. */
export async function writeSkills(
  kv: Deno.Kv,
  template: Skill,
  accounts: readonly AccountId[],
  count: number,
): Promise<void> {
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const operation = kv.atomic();
    for (let number = start; number < Math.min(count, start + ROWS_AT_ONCE); number++) {
      const skill = skillOf(template, accounts[number % accounts.length] ?? template.account, number);
      operation.set(skillKey(skill.id), skill).set(nameKey(skill.account, skill.name), {
        skill: skill.id,
        labels: skill.labels,
        highest: skill.highest,
        leaving: null,
      });
    }
    await operation.commit();
  }
}

function skillOf(template: Skill, account: AccountId, number: number): Skill {
  const { name, description } = generatedText(number);
  const id = idOf(number);
  const digest = createHash("sha256").update(id).digest("hex") as VersionDigest;
  const version = template.open && { ...template.open, digest, description, document: contentOf(number) };
  return {
    ...template,
    id,
    account,
    name: name as SkillName,
    labels: `${id}` as LabelSpace,
    description,
    current: version,
    open: version,
    publishedAt: (template.publishedAt ?? 0) + number,
  };
}

/** In no order that means anything, as ids are. */
function idOf(number: number): SkillId {
  const mixed = (Math.imul(number + 1, 2654435761) >>> 0).toString(16).padStart(8, "0");
  return `${mixed}-${number.toString(16).padStart(4, "0")}-4000-8000-${mixed}0000` as SkillId;
}

/** What a generated version is read from, which is stored nowhere. */
function contentOf(number: number): ContentId {
  return `generated-${number}` as ContentId;
}

/** Null: it is stored as all others are. */
export function generatedBy(content: ContentId): GeneratedText | null {
  const [, number] = /^generated-(\d+)$/.exec(content) ?? [];
  return number === undefined ? null : generatedText(Number(number));
}

/** What reading the version of a generated skill gives. */
export function generatedDocument(
  template: VersionDocument,
  content: ContentId,
  { headings }: GeneratedText,
): VersionDocument {
  const searchable = template.searchable.map((text) => ({ ...text, headings, body: { content, start: 0 } }));
  return { ...template, searchable };
}

function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => wordOf(random)).join(" ");
}

function wordOf(random: () => number): string {
  return word(Math.floor(WORDS * random() ** 3));
}

function word(number: number): string {
  const rest = Math.floor(number / SYLLABLES.length);
  return (SYLLABLES[number % SYLLABLES.length] ?? "") + (rest === 0 ? "" : word(rest));
}

const SYLLABLES = Array.from(
  "bcdfghjklmnprstvwz",
  (consonant) => Array.from("aeiou", (vowel) => consonant + vowel),
)
  .flat();

/** Uniform in [0, 1), the same for the same seed. */
function generator(seed: number): () => number {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}
