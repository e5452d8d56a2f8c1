import type { Rows } from "../../contracts/catalog_view.ts";
import { REST_LIMITS } from "../../contracts/limits.ts";
import type { MountContents, ShortList } from "../../contracts/reading.ts";
import type { Source } from "../../contracts/source.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import { summarizeFolder } from "./_folder.ts";
import { countInvalidSkills } from "./_invalid_skills.ts";
import { urisOf } from "./uris.ts";

/** What discovery finds in the whole mount: the first skills and documents in path order. */
export async function contents(source: Source): Promise<MountContents> {
  const { path, view } = source;
  const first = { below: path, start: 0, count: REST_LIMITS.listed };
  const [folder, invalidSkills, skills, documents, diagnostics] = await Promise.all([
    summarizeFolder(source, path),
    countInvalidSkills(source, path),
    view.skills.page({ kind: "listed", ...first }),
    view.files.page({ kind: "document", ...first }),
    diagnosticsOf(source, path, "all"),
  ]);
  return {
    partial: view.partial,
    folder,
    uriPrefix: `${urisOf(source).of(path)}/`,
    invalidSkills,
    manifest: folder.manifestPath === null ? null : await view.manifests.at(folder.manifestPath),
    licence: view.licence,
    skills: shortList(skills),
    documents: shortList(documents),
    diagnostics,
  };
}

function shortList<Row>({ rows, total }: Rows<Row>): ShortList<Row> {
  return { shown: rows, more: total - rows.length };
}
