import type { HostTable } from "../../../contracts/addresses.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { MOUNT_ANSWER } from "../../../contracts/rest/answers.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { CommitCitation } from "../../../contracts/source.ts";
import { success } from "../../../contracts/result.ts";
import { citeMount, contents, type Snapshot } from "../../reading/mod.ts";
import type { IndexStatus } from "./_index_status.ts";
import { jsonRead } from "./_json_read.ts";
import type { ReadDeps, Route } from "../operation.ts";
import { diagnosticAnswers } from "../problem_answer.ts";
import { sourceAnswer } from "./_source_answer.ts";

/** `GET /api/v1/mounts/<address>` */
export function mountsRoute(deps: ReadDeps): Route {
  return jsonRead(deps, {
    id: "mounts",
    summary: "What an address is",
    description:
      "The repository, the commit that the address means now, and the skills and documents that it holds.",
    query: REST_QUERIES.none,
    answer: MOUNT_ANSWER,
    failures: [],
    unready: unreadyMount,
    read: async (snapshot) => success(await readyMount(snapshot)),
  });
}

/** What is said of a mount that is not indexed. */
export function unreadyMount(mount: Mount, hosts: HostTable, status: IndexStatus) {
  return { ...status, ...identityOf(mount, citeMount(mount, hosts)) };
}

export async function readyMount(snapshot: Snapshot) {
  const { partial, folder, uriPrefix, invalidSkills, manifest, licence, skills, documents, diagnostics } =
    await contents(snapshot);
  return {
    status: "ready",
    ...identityOf(snapshot.mount, snapshot.citation),
    partial,
    manifest: manifest && {
      path: manifest.path,
      name: manifest.name,
      description: manifest.description,
      language: manifest.language,
      image: manifest.image,
      licence: manifest.licence,
    },
    overview: folder.overview,
    licence,
    counts: { ...folder.counts, invalidSkills },
    uriPrefix,
    skills: skills.shown.map(({ path, name, description, licence, serving }) => ({
      path,
      name,
      description,
      licence,
      serving,
    })),
    moreSkills: skills.more,
    documents: documents.shown.map(({ path, title, summary, size, least = false }) => ({
      path,
      title,
      summary,
      size,
      least,
    })),
    moreDocuments: documents.more,
    ...diagnosticAnswers(diagnostics),
  } as const;
}

function identityOf({ repository }: Mount, citation: CommitCitation) {
  const { repository: _, ...mounted } = sourceAnswer(citation);
  const { host, owner, name, defaultBranch, description, visibility } = repository;
  return { ...mounted, host, owner, name, defaultBranch, description, visibility };
}
