import type {
  CatalogCard,
  CatalogChange,
  CatalogDetails,
} from "../../../contracts/library/public_catalog.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import type {
  CATALOG_ANSWER,
  CATALOG_CHANGES_ANSWER,
  CATALOG_SKILL_ANSWER,
} from "../../../contracts/rest/catalog_answers.ts";
import { diagnosticAnswer } from "../problem_answer.ts";

/** How skills of the catalog are told in JSON. */

export function cardAnswer(card: CatalogCard): AnswerOf<typeof CATALOG_ANSWER>["skills"][number] {
  const { installs, rating } = card.stats;
  return {
    owner: card.owner,
    name: card.name,
    version: card.version,
    digest: `sha256:${card.digest}`,
    description: card.description,
    license: card.license,
    describedOnly: card.isDescribedOnly,
    stats: { installs, activations: installs, rating },
    verified: card.verified,
    grade: card.grade,
    publishedAt: new Date(card.publishedAt).toISOString(),
  };
}

export function detailsAnswer(details: CatalogDetails): AnswerOf<typeof CATALOG_SKILL_ANSWER> {
  const { compatibility, allowedTools, metadata, files, findings, provenance, notes } = details;
  return {
    ...cardAnswer(details),
    compatibility,
    allowedTools,
    metadata,
    files: files.map(({ path, size, contentType }) => ({ path, size, contentType })),
    findings: findings.map(diagnosticAnswer),
    provenance,
    notes,
    replacedBy: details.replacedBy,
    featured: details.isFeatured,
  };
}

export function changeAnswer(
  { sequence, kind, owner, name, skill, at }: CatalogChange,
): AnswerOf<typeof CATALOG_CHANGES_ANSWER>["changes"][number] {
  return { seq: sequence, kind, owner, name, skill, at: new Date(at).toISOString() };
}
