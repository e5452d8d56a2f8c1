import type {
  FrontMatterMap,
  FrontMatterValue,
  Problem,
  SkillDeclaration,
} from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { countCodePoints } from "../text/code_points.ts";
import { described, entryOf, FieldReader, writtenEntryOf } from "./_field_reader.ts";
import { meantField } from "./_meant_field.ts";
import { readTranslations } from "./_translations.ts";
import { isNull, plainValue, type YamlMap, type YamlNode } from "./_yaml_node.ts";
import { quoteKey } from "./_yaml_syntax.ts";
import { unwritable } from "./front_matter_text.ts";
import type { FrontMatter } from "./parse_front_matter.ts";

/** Empty, each counts as absent. */
const FIELDS = ["name", "description", "license", "compatibility", "allowed-tools", "metadata", "skillcdn"];
/** Read as text whatever they look like. */
const TEXTS = ["name", "description", "license", "compatibility", "allowed-tools"];
const EXTENSION_FIELDS = ["include", "translations"];

/**
 * Reads what SKILL.md declares (docs/design/format.md "Front matter"). The declaration is null exactly when
 * `problems`, or those of the front matter, hold an error. What needs the file's place or the
 * tree, such as whether the name is the directory's and what an include names, is not checked here.
 */
export function readSkillDeclaration(
  frontMatter: FrontMatter,
): { readonly declaration: SkillDeclaration | null; readonly problems: readonly Problem[] } {
  if (frontMatter.fields === null) return { declaration: null, problems: [] };
  const reader = new FieldReader(frontMatter, "it is passed on as it is");
  const fields = writableFields(reader, frontMatter.fields);
  const extension = new FieldReader(frontMatter);
  const name = reader.required(fields, "name", { max: FORMAT_LIMITS.name, oneLine: true });
  const description = reader.required(fields, "description", { max: Infinity });
  const optional = {
    license: reader.optional(fields, "license", { max: FORMAT_LIMITS.license }),
    compatibility: reader.optional(fields, "compatibility", { max: FORMAT_LIMITS.compatibility }),
    allowedTools: readAllowedTools(reader, fields),
    metadata: reader.metadata(fields),
    ...readExtension(extension, fields),
  };
  warnAboutFields(reader, fields);
  const problems = () => [...reader.problems, ...extension.problems];
  if (name === null || description === null) return { declaration: null, problems: problems() };

  warnAboutName(reader, fields, name);
  warnAboutLength(reader, fields, description);
  const declaration = { name, description, ...optional, fields: servedFields(fields) };
  return { declaration, problems: problems() };
}

/** Without the optional fields that no served document could hold. */
function writableFields(reader: FieldReader, fields: YamlMap): YamlMap {
  const entries = fields.entries.filter((entry) => {
    const flaw = unwritable([entry.key, plainValue(entry.value)]);
    if (flaw !== null) reader.ignore(entry, flaw, "it is ignored");
    return flaw === null;
  });
  return { ...fields, entries };
}

/** Every field as its author typed it, but for the format's own; what is read as text is text to clients too. */
function servedFields({ entries }: YamlMap): FrontMatterMap {
  return {
    entries: entries.flatMap(({ key, value }): FrontMatterMap["entries"] => {
      if (key === "skillcdn" || FIELDS.includes(key) && isNull(value)) return [];
      if (!TEXTS.includes(key)) return [[key, plainValue(value)]];
      // Clients count the whitespace around a value that has a longest length.
      const isTrimmed = key === "name" || key === "compatibility";
      return [[key, textsOf(value, isTrimmed)]];
    }),
  };
}

function textsOf(node: YamlNode, isTrimmed: boolean): FrontMatterValue {
  if (node.kind === "text") return isTrimmed ? node.text.trim() : node.text;
  return node.kind === "list" ? node.items.map((item) => textsOf(item, false)) : plainValue(node);
}

/** Other clients have fields of their own; a mistyped one of ours is another matter, above all a licence. */
function warnAboutFields(reader: FieldReader, fields: YamlMap): void {
  for (const entry of fields.entries) {
    const meant = meantField(entry.key, FIELDS);
    if (meant === undefined || entryOf(fields, meant) !== undefined) continue;
    const message = `${
      quoteKey(entry.key)
    } is no field of a skill, but "${meant}" is; it is passed on and not read`;
    reader.note("field_invalid", "warning", message, entry);
  }
}

/** The naming rule of the Agent Skills specification; other names are served all the same. */
function warnAboutName(reader: FieldReader, fields: YamlMap, name: string): void {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return;
  const message =
    '"name" does not follow the Agent Skills rule: lowercase letters, digits and single hyphens';
  reader.note("invalid_name", "warning", message, entryOf(fields, "name") ?? null);
}

function warnAboutLength(reader: FieldReader, fields: YamlMap, description: string): void {
  // As it is served: clients count the line break that a block scalar ends in.
  const length = countCodePoints(description);
  if (length <= FORMAT_LIMITS.description) return;
  const message =
    `"description" has ${length} characters, and clients may refuse more than ${FORMAT_LIMITS.description}`;
  reader.note("description_too_long", "warning", message, entryOf(fields, "description") ?? null);
}

function readAllowedTools(reader: FieldReader, fields: YamlMap): SkillDeclaration["allowedTools"] {
  const entry = writtenEntryOf(fields, "allowed-tools");
  if (entry === undefined) return null;
  const { value } = entry;
  if (value.kind === "text" && value.text.trim() !== "") return value.text;
  if (value.kind === "list") {
    const texts = value.items.flatMap((item) => item.kind === "text" ? [item.text] : []);
    if (texts.length === value.items.length) return texts;
  }
  reader.ignore(entry, value.kind === "text" ? "is empty" : "must be text or a list of texts");
  return null;
}

function readExtension(
  reader: FieldReader,
  fields: YamlMap,
): Pick<SkillDeclaration, "includes" | "translations"> {
  const entry = writtenEntryOf(fields, "skillcdn");
  if (entry === undefined) return { includes: [], translations: [] };
  if (entry.value.kind !== "map") {
    reader.ignore(entry, `must be a mapping, not ${described(entry.value)}`);
    return { includes: [], translations: [] };
  }
  for (const unknown of entry.value.entries.filter(({ key }) => !EXTENSION_FIELDS.includes(key))) {
    reader.ignore(unknown, `is no field of "skillcdn", whose fields are ${EXTENSION_FIELDS.join(", ")}`);
  }
  const translations = readTranslations(reader, entryOf(entry.value, "translations"), "title", {
    max: FORMAT_LIMITS.title,
    oneLine: true,
  });
  return {
    includes: readIncludes(reader, entry.value),
    translations: translations.map(({ language, label, description }) => ({
      language,
      title: label,
      description,
    })),
  };
}

function readIncludes(reader: FieldReader, extension: YamlMap): readonly string[] {
  const entry = entryOf(extension, "include");
  if (entry === undefined) return [];
  const drop = (message: string, at: { readonly offset: number }) =>
    reader.note("include_dropped", "warning", message, at);
  if (entry.value.kind !== "list") {
    drop(`"include" must be a list of paths, not ${described(entry.value)}`, entry);
    return [];
  }
  const includes = new Set<string>();
  for (const [index, item] of entry.value.items.entries()) {
    if (index === FORMAT_LIMITS.includes) {
      drop(`Only ${FORMAT_LIMITS.includes} includes are read; the rest is dropped`, item);
      break;
    }
    if (item.kind !== "text") {
      drop(`Include ${index + 1} is dropped: it must be a path, not ${described(item)}`, item);
    } else includes.add(item.text);
  }
  return [...includes];
}
