import { accountRoute } from "./account.ts";
import { archiveRoute } from "./archive.ts";
import { auditRoute } from "./audit.ts";
import { contentRoute, fileRoute } from "./bytes.ts";
import { changesRoute } from "./changes.ts";
import { changeSkillRoute } from "./change_skill.ts";
import { changeVersionRoute } from "./change_version.ts";
import { exportRoute } from "./export.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import type { LibraryRoute } from "./library_route.ts";
import { listRoute } from "./list.ts";
import { publishRoute, releaseRoute } from "./publish.ts";
import { publishDraftRoute } from "./publish_draft.ts";
import { createWithUpload } from "./_read_upload.ts";
import { referencesRoute } from "./references.ts";
import { removeRoute } from "./remove.ts";
import { reportRoute } from "./report.ts";
import { skillRoute } from "./skill.ts";
import { versionRoute, versionsRoute } from "./versions.ts";

/** Everything that accounts and their library answer, in the order of the document. */
export function libraryOperations(deps: LibraryRestDeps): readonly LibraryRoute[] {
  const withUpload = createWithUpload(deps);
  return [
    accountRoute(deps),
    auditRoute(deps),
    changesRoute(deps),
    exportRoute(deps),
    listRoute(deps),
    publishRoute(deps, withUpload),
    referencesRoute(deps),
    skillRoute(deps),
    changeSkillRoute(deps),
    removeRoute(deps),
    contentRoute(deps),
    fileRoute(deps),
    archiveRoute(deps),
    publishDraftRoute(deps),
    reportRoute(deps),
    versionsRoute(deps),
    releaseRoute(deps, withUpload),
    versionRoute(deps),
    changeVersionRoute(deps),
  ];
}
