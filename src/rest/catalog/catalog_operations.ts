import type { CatalogPage } from "../../../contracts/library/public_catalog.ts";
import { SKILL_VERSION_ANSWER, SKILL_VERSIONS_ANSWER } from "../../../contracts/rest/library_answers.ts";
import {
  CATALOG_ANSWER,
  CATALOG_CHANGES_ANSWER,
  CATALOG_SKILL_ANSWER,
} from "../../../contracts/rest/catalog_answers.ts";
import { CATALOG_QUERIES } from "../../../contracts/rest/catalog_requests.ts";
import { LIBRARY_PATHS, LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { BYTES, BYTES_FAILURES, bytesAnswer } from "../library/bytes.ts";
import { versionAnswer } from "../library/told_skill.ts";
import { ARCHIVE_ANSWERS, createAnswerArchive } from "../library/version_archive.ts";
import { NOT_MODIFIED } from "../operation.ts";
import type { CatalogRestDeps } from "./catalog_deps.ts";
import { type CatalogRoute, catalogRoute } from "./catalog_route.ts";
import { readAnswer, readResponse } from "../library/json_answer.ts";
import { cardAnswer, changeAnswer, detailsAnswer } from "./told_card.ts";

const { none } = LIBRARY_QUERIES;
const SKILL_FAILURES = ["skill.not_found", "version.not_found", "version.removed"] as const;

/** Everything that the catalog answers, in the order of the document. */
export function catalogOperations(deps: CatalogRestDeps): readonly CatalogRoute[] {
  return [...lists(deps), ...ofSkills(deps)];
}

function lists(deps: CatalogRestDeps): readonly CatalogRoute[] {
  const { catalog } = deps;
  const pageOf = ({ skills, nextCursor }: CatalogPage) => ({ skills: skills.map(cardAnswer), nextCursor });
  return [
    catalogRoute({
      id: "discoverSkills",
      path: "/api/v1/catalog/skills",
      parameters: none,
      query: CATALOG_QUERIES.discover,
      summary: "Look around in the catalog",
      description:
        "The skills that accounts publish to everybody. A page goes on where the one before ended, whatever came and went.",
      answers: [readResponse("A page of skills", CATALOG_ANSWER), NOT_MODIFIED],
      failures: ["cursor.invalid"],
      async answer(asked) {
        const { sort, owner = null, cursor = null, limit } = asked.query;
        const page = await catalog.discover({ sort, owner, cursor, limit });
        return page.ok ? success(readAnswer(deps, asked, pageOf(page.value), asked.kept)) : page;
      },
    }),
    catalogRoute({
      id: "searchSkills",
      path: "/api/v1/catalog/search",
      parameters: none,
      query: CATALOG_QUERIES.search,
      summary: "Search the catalog",
      description:
        "By names, descriptions, headings and texts, the best match first. An exact name comes before everything else.",
      answers: [readResponse("A page of skills", CATALOG_ANSWER), NOT_MODIFIED],
      failures: ["cursor.invalid"],
      async answer(asked) {
        const { query, cursor = null, limit } = asked.query;
        const page = await catalog.search({ query, cursor, limit });
        return page.ok ? success(readAnswer(deps, asked, pageOf(page.value), asked.kept)) : page;
      },
    }),
    catalogRoute({
      id: "catalogChanges",
      path: "/api/v1/catalog/changes",
      parameters: none,
      query: CATALOG_QUERIES.changes,
      summary: "What changed in the catalog",
      description:
        "For mirrors: every change of listed skills in order. What leaves the catalog is `removed`, whyever. Ask again behind `last`.",
      answers: [readResponse("Changes in order", CATALOG_CHANGES_ANSWER), NOT_MODIFIED],
      failures: [],
      async answer(asked) {
        const { changes, last } = await catalog.changes(asked.query.after, asked.query.limit);
        return success(readAnswer(deps, asked, { changes: changes.map(changeAnswer), last }, asked.kept));
      },
    }),
  ];
}

function ofSkills(deps: CatalogRestDeps): readonly CatalogRoute[] {
  const { catalog } = deps;
  const answerArchive = createAnswerArchive(deps);
  return [
    catalogRoute({
      id: "catalogSkill",
      path: "/api/v1/catalog/skills/{owner}/{name}",
      parameters: LIBRARY_PATHS.skill,
      query: CATALOG_QUERIES.version,
      summary: "A skill of the catalog",
      description:
        "What there is to know of it, at its current version or another that everybody may read. An owner's earlier name leads to it.",
      answers: [readResponse("The skill", CATALOG_SKILL_ANSWER), NOT_MODIFIED],
      failures: SKILL_FAILURES,
      async answer(asked) {
        const found = await catalog.skill(asked.path, asked.query.version);
        return found.ok ? success(readAnswer(deps, asked, detailsAnswer(found.value), asked.kept)) : found;
      },
    }),
    catalogRoute({
      id: "catalogFile",
      path: "/api/v1/catalog/skills/{owner}/{name}/files/{path}",
      parameters: LIBRARY_PATHS.file,
      query: CATALOG_QUERIES.version,
      summary: "A file of a skill of the catalog",
      description:
        "The bytes of one file as they were published, SKILL.md too. Whatever could act in a browser comes as an attachment.",
      answers: BYTES,
      failures: [...BYTES_FAILURES, "file.not_found"],
      async answer(asked) {
        const { path, ...skill } = asked.path;
        const found = await catalog.file(skill, path, asked.query.version);
        return found.ok ? success(bytesAnswer(deps, asked, found.value, asked.kept)) : found;
      },
    }),
    catalogRoute({
      id: "catalogArchive",
      path: "/api/v1/catalog/skills/{owner}/{name}/archive",
      parameters: LIBRARY_PATHS.skill,
      query: CATALOG_QUERIES.archive,
      summary: "A skill of the catalog to install",
      description: "Every file of a version as it was published. The same version gives the same bytes.",
      answers: ARCHIVE_ANSWERS,
      failures: [...SKILL_FAILURES, "file.described_only"],
      async answer(asked) {
        const { version, ...form } = asked.query;
        const found = await catalog.files(asked.path, version);
        return found.ok ? await answerArchive(asked, found.value, form, asked.kept) : found;
      },
    }),
    catalogRoute({
      id: "catalogVersions",
      path: "/api/v1/catalog/skills/{owner}/{name}/versions",
      parameters: LIBRARY_PATHS.skill,
      query: none,
      summary: "The versions of a skill of the catalog",
      description: "Those that everybody may read; at most 1,000.",
      answers: [readResponse("The versions", SKILL_VERSIONS_ANSWER), NOT_MODIFIED],
      failures: ["skill.not_found"],
      async answer(asked) {
        const found = await catalog.versions(asked.path);
        return found.ok
          ? success(readAnswer(deps, asked, { versions: found.value.map(versionAnswer) }, asked.kept))
          : found;
      },
    }),
    catalogRoute({
      id: "catalogVersion",
      path: "/api/v1/catalog/skills/{owner}/{name}/versions/{label}",
      parameters: LIBRARY_PATHS.version,
      query: none,
      summary: "One version of a skill of the catalog",
      description: "A yanked version is told too: it can still be read by its label.",
      answers: [readResponse("The version", SKILL_VERSION_ANSWER), NOT_MODIFIED],
      failures: SKILL_FAILURES,
      async answer(asked) {
        const { label, ...skill } = asked.path;
        const found = await catalog.version(skill, label);
        return found.ok ? success(readAnswer(deps, asked, versionAnswer(found.value), asked.kept)) : found;
      },
    }),
  ];
}
