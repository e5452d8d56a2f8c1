import type { ServedFile, Skill } from "../../contracts/domain.ts";
import { REST_LIMITS } from "../../contracts/limits.ts";
import type { MountContents, ShortList } from "../../contracts/reading.ts";
import { isWithin } from "../format/mod.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import { folderAt, summarizeFolder } from "./_folder.ts";
import { countInvalidSkills } from "./_invalid_skills.ts";
import { itemOrNull } from "./catalog_item.ts";
import { urisOf } from "./uris.ts";
import type { Source } from "../../contracts/source.ts";

/** What discovery finds in the whole mount: the first skills and documents in path order. */
export function contents(source: Source): MountContents {
  const { catalog } = source.view;
  const { path } = source;
  const isListed = (skill: Skill | null) => skill === null || skill.unlisted === null;
  const isDocument = ({ kind, skill }: ServedFile) =>
    kind === "document" && isListed(itemOrNull(catalog.skills, skill));
  return {
    partial: catalog.partial,
    folder: summarizeFolder(source, path),
    uriPrefix: `${urisOf(source).of(path)}/`,
    invalidSkills: countInvalidSkills(source, path),
    manifest: itemOrNull(catalog.manifests, folderAt(source, path)?.manifest),
    licence: catalog.licence,
    skills: first(catalog.skills.filter((skill) => isListed(skill) && isWithin(skill.path, path))),
    documents: first(catalog.files.filter((file) => isDocument(file) && isWithin(file.path, path))),
    diagnostics: diagnosticsOf(source, path, "all"),
  };
}

function first<Item>(items: readonly Item[]): ShortList<Item> {
  const shown = items.slice(0, REST_LIMITS.listed);
  return { shown, more: items.length - shown.length };
}
