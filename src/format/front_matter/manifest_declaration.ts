import type { ManifestDeclaration, Problem } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { parseRepoPath } from "../address/repo_path.ts";
import { described, entryOf, FieldReader, writtenEntryOf } from "./_field_reader.ts";
import { meantField } from "./_meant_field.ts";
import { isLanguageTag, readTranslations } from "./_translations.ts";
import type { YamlMap, YamlNode } from "./_yaml_node.ts";
import { quoteKey } from "./_yaml_syntax.ts";
import type { FrontMatter } from "./parse_front_matter.ts";

const FIELDS = [
  "name",
  "description",
  "documents",
  "exclude",
  "language",
  "image",
  "license",
  "translations",
  "metadata",
];

const isMistypedExclude = (key: string) => key !== "exclude" && /^exclu/i.test(key);

const NAME_RULE = { max: FORMAT_LIMITS.manifestName, oneLine: true };

/**
 * Reads what SKILLCDN.md declares (docs/design/format.md "Front matter"). The declaration is null exactly
 * when `problems`, or those of the front matter, hold an error; its folder is then closed, so that a
 * mistyped exclusion never publishes what it was to hold back.
 */
export function readManifestDeclaration(
  frontMatter: FrontMatter,
): { readonly declaration: ManifestDeclaration | null; readonly problems: readonly Problem[] } {
  const { fields } = frontMatter;
  if (fields === null) return { declaration: null, problems: [] };
  const reader = new FieldReader(frontMatter);
  const description = reader.required(fields, "description", { max: FORMAT_LIMITS.description });
  const exclusions = readExclusions(reader, fields);
  const optional = {
    name: reader.optional(fields, "name", NAME_RULE),
    documents: readDocuments(reader, fields),
    language: readLanguage(reader, fields),
    image: readImage(reader, fields),
    license: reader.optional(fields, "license", { max: FORMAT_LIMITS.license }),
    translations: readTranslations(reader, entryOf(fields, "translations"), "name", NAME_RULE).map(
      ({ language, label, description }) => ({ language, name: label, description }),
    ),
    metadata: reader.metadata(fields),
  };
  for (
    const entry of fields.entries.filter(({ key }) => !FIELDS.includes(key) && !isMistypedExclude(key))
  ) {
    const meant = meantField(entry.key, FIELDS);
    const instead = meant === undefined ? `, whose fields are ${FIELDS.join(", ")}` : `, but "${meant}" is`;
    reader.ignore(entry, `is no field of a manifest${instead}`);
  }
  const { problems } = reader;
  if (description === null || exclusions === null) return { declaration: null, problems };
  return { declaration: { description, exclusions, ...optional }, problems };
}

/** Null when one entry is bad, or the field is mistyped: what was to be held back must not be published. */
function readExclusions(reader: FieldReader, fields: YamlMap): readonly string[] | null {
  const fail = (message: string, at: { readonly offset: number }) => {
    reader.note("exclusion_invalid", "error", message, at);
    return null;
  };
  const mistyped = fields.entries.find(({ key }) => isMistypedExclude(key));
  if (mistyped !== undefined) {
    return fail(`${quoteKey(mistyped.key)} is no field of a manifest, but "exclude" is`, mistyped);
  }
  const entry = entryOf(fields, "exclude");
  if (entry === undefined) return [];
  if (entry.value.kind !== "list") {
    return fail(`"exclude" must be a list of paths, not ${described(entry.value)}`, entry);
  }
  const { items } = entry.value;
  if (items.length > FORMAT_LIMITS.exclusions) {
    return fail(`"exclude" has more than ${FORMAT_LIMITS.exclusions} entries`, entry);
  }
  const exclusions: string[] = [];
  for (const [index, item] of items.entries()) {
    const flaw = exclusionFlaw(item);
    if (flaw !== null) return fail(`Exclusion ${index + 1} is not an exact path: ${flaw}`, item);
    if (item.kind === "text") exclusions.push(item.text);
  }
  return exclusions;
}

function exclusionFlaw(item: YamlNode): string | null {
  const flaw = folderFlaw(item);
  if (flaw !== null || item.kind !== "text") return flaw;
  // Taken literally, a pattern would match nothing and publish what it was meant to exclude.
  if (/[*?[\]{}]/.test(item.text)) return "patterns are not supported, only files and whole directories";
  return item.text.startsWith("!") ? 'nothing can be taken back with "!"' : null;
}

function readDocuments(reader: FieldReader, fields: YamlMap): readonly string[] | null {
  const entry = entryOf(fields, "documents");
  if (entry === undefined) return null;
  const drop = (message: string, at: { readonly offset: number }) =>
    reader.note("document_dropped", "warning", message, at);
  if (entry.value.kind !== "list") {
    // Something was declared, so the default must not publish a directory nobody named.
    drop(`"documents" must be a list of directories, not ${described(entry.value)}`, entry);
    return [];
  }
  const documents = new Set<string>();
  for (const [index, item] of entry.value.items.entries()) {
    if (index === FORMAT_LIMITS.documents) {
      drop(`Only ${FORMAT_LIMITS.documents} document directories are read; the rest is dropped`, item);
      break;
    }
    const flaw = folderFlaw(item);
    if (flaw !== null) drop(`Document directory ${index + 1} is dropped: ${flaw}`, item);
    else if (item.kind === "text") documents.add(item.text);
  }
  return [...documents];
}

/** What keeps a value from being a path relative to the manifest, `.` for its own directory. */
function folderFlaw(item: YamlNode): string | null {
  if (item.kind !== "text") return `it must be a path, not ${described(item)}`;
  if (item.text === ".") return null;
  if (item.text === "") return "the path is empty";
  const path = parseRepoPath(item.text);
  return path.ok ? null : path.error;
}

function readLanguage(reader: FieldReader, fields: YamlMap): string | null {
  const entry = writtenEntryOf(fields, "language");
  if (entry === undefined) return null;
  if (entry.value.kind === "text" && isLanguageTag(entry.value.text)) return entry.value.text;
  reader.ignore(entry, 'must be a language tag, such as "en" or "pt-BR"');
  return null;
}

function readImage(reader: FieldReader, fields: YamlMap): string | null {
  const entry = writtenEntryOf(fields, "image");
  if (entry === undefined) return null;
  if (entry.value.kind === "text" && isImage(entry.value.text)) return entry.value.text;
  reader.ignore(entry, "must be the path of a file in the repository or an https URL");
  return null;
}

function isImage(text: string): boolean {
  const path = text.replace(/^\//, "");
  if (!/^[a-z][a-z0-9+.-]*:/i.test(path)) return path !== "" && parseRepoPath(path).ok;
  if (!text.startsWith("https://") || text.length > 2048) return false;
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "";
}
