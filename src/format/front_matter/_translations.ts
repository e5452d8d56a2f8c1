import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { described, type FieldReader, type TextRule } from "./_field_reader.ts";
import type { YamlEntry } from "./_yaml_node.ts";
import { quoteKey } from "./_yaml_syntax.ts";

export interface Translation {
  readonly language: string;
  /** The translated title or name. */
  readonly label: string | null;
  readonly description: string | null;
}

/** A well-formed language tag in the part of RFC 5646 that names languages, scripts and regions. */
export function isLanguageTag(text: string): boolean {
  return text.length <= 35 && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/.test(text);
}

/** Language tags to translated texts; what is unusable is left out with a warning. */
export function readTranslations(
  reader: FieldReader,
  entry: YamlEntry | undefined,
  labelKey: string,
  labelRule: TextRule,
): readonly Translation[] {
  if (entry === undefined) return [];
  if (entry.value.kind !== "map") {
    reader.ignore(entry, `must map language tags to texts, not be ${described(entry.value)}`);
    return [];
  }
  const translations: Translation[] = [];
  for (const translation of entry.value.entries) {
    const { key: language, value } = translation;
    const drop = (flaw: string) =>
      reader.note("field_invalid", "warning", `Translation ${quoteKey(language)} ${flaw}`, translation);
    if (translations.length === FORMAT_LIMITS.translations) {
      drop(`and what follows are ignored: only ${FORMAT_LIMITS.translations} are read`);
      break;
    }
    if (!isLanguageTag(language)) {
      drop("is ignored: its key is not a language tag");
      continue;
    }
    if (value.kind !== "map") {
      drop(`is ignored: it must hold ${quoteKey(labelKey)} or "description", not be ${described(value)}`);
      continue;
    }
    const label = reader.optional(value, labelKey, labelRule);
    const description = reader.optional(value, "description", { max: FORMAT_LIMITS.description });
    if (label === null && description === null) drop("translates nothing");
    else translations.push({ language, label, description });
  }
  return translations;
}
