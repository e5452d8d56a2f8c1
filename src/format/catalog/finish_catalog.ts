import type { Catalog, ContentId, Skill, SkillDocument } from "../../../contracts/domain.ts";

/** A catalog but for the digests of documents, which are known once they are assembled. */
export interface CatalogDraft extends Omit<Catalog, "skills"> {
  readonly skills: readonly SkillDraft[];
}

export interface SkillDraft extends Omit<Skill, "document"> {
  readonly document: Omit<SkillDocument, "sha256"> | null;
}

/** The catalog of a draft. `digests` holds the SHA-256 of every document, hex; throws where one is missing. */
export function finishCatalog(draft: CatalogDraft, digests: ReadonlyMap<ContentId, string>): Catalog {
  return {
    ...draft,
    skills: draft.skills.map(({ document, ...skill }) => ({
      ...skill,
      document: document && { ...document, sha256: digestOf(document.content) },
    })),
  };

  function digestOf(content: ContentId): string {
    const digest = digests.get(content);
    if (digest === undefined) throw new Error(`Cannot finish the catalog: no digest of "${content}"`);
    return digest;
  }
}
