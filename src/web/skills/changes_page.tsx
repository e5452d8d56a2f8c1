import type { CatalogDetails } from "../../../contracts/library/public_catalog.ts";
import { type Frame, renderPage } from "../kit/layout.tsx";
import { counted } from "../kit/text.tsx";
import type { VersionFile } from "../../../contracts/library/versions.ts";
import type { FileChange } from "../../render/mod.ts";
import { ChangedFile } from "../kit/changed_file.tsx";
import { skillPath } from "./skill_links.ts";

/** What one version changed in another. */
export function changesPage(
  frame: Frame,
  { details, from, changes }: {
    readonly details: CatalogDetails;
    readonly from: string;
    readonly changes: readonly FileChange<VersionFile>[];
  },
): string {
  const { owner, name, version } = details;
  return renderPage({
    ...frame,
    title: `${name}: ${from} to ${version}`,
    description: `What version ${version} of ${owner}/${name} changed since ${from}`,
    canonical: null,
    index: false,
    children: (
      <div class="sheet">
        <h1>
          {name}: {from} to {version}
        </h1>
        <p>
          <a href={skillPath(owner, name)}>
            {owner}/{name}
          </a>: {counted(changes.length, "file")} changed.
        </p>
        {changes.map((change) => <ChangedFile change={change} />)}
      </div>
    ),
  });
}
