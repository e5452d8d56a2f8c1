import type { Failure } from "../../../contracts/errors.ts";
import type { Slug } from "../../../contracts/library/accounts.ts";
import type { SkillStore } from "../../../contracts/library/skill_store.ts";
import type { Skill } from "../../../contracts/library/skills.ts";
import type { VersionDocument, VersionSummary } from "../../../contracts/library/versions.ts";
import { accountRoot, type ContentStore } from "../../../contracts/snapshots.ts";
import type { SearchIndex } from "../../../contracts/search_index.ts";
import type { Catalog, ContentId } from "../../../contracts/domain.ts";
import type { Source } from "../../../contracts/source.ts";
import { decodeText, ROOT_PATH } from "../../format/mod.ts";
import { wholeCatalogView } from "../../reading/mod.ts";

export interface VersionSourceDeps {
  readonly skills: Pick<SkillStore, "document">;
  readonly contents: Pick<ContentStore, "read">;
  readonly search: SearchIndex;
}

/** A version that somebody may read. */
export interface ReadableVersion {
  readonly skill: Skill;
  readonly owner: Slug;
  readonly isVerified: boolean;
  readonly version: VersionSummary;
  readonly document: VersionDocument;
  /** It was asked for by its label. */
  readonly isPinned: boolean;
}

const GONE: Failure = { code: "internal", hint: "Repeat the request later, or publish the version again" };

/** A published version as reading, render and the skills extension take it. */
export function versionSource(
  deps: VersionSourceDeps,
  { skill, owner, isVerified, version, document, isPinned }: ReadableVersion,
  raw: boolean,
): Source {
  const root = accountRoot(skill.account);
  const address = `/skills/${owner}/${skill.name}`;
  const pinnedAddress = `${address}@${version.label}`;
  const content = (id: ContentId) => deps.contents.read(root, id);
  const text = async (id: ContentId) => {
    const bytes = await content(id);
    return bytes && decodeText(bytes);
  };
  let opened: ReturnType<Source["search"]> | null = null;
  return {
    citation: {
      kind: "version",
      skill: `${owner}/${skill.name}`,
      version: version.label,
      digest: version.digest,
      address: isPinned ? pinnedAddress : address,
      pinnedAddress,
      path: ROOT_PATH,
      pinned: isPinned,
      verified: isVerified,
    },
    path: ROOT_PATH,
    description: null,
    binding: ["version", skill.id, version.digest, raw ? "raw" : "assembled"],
    // The skill at the root adds its name.
    uriBase: ["library", owner],
    view: wholeCatalogView(raw ? withRawSkills(document.catalog) : document.catalog),
    search: () => opened ??= openSearch(deps.search, document, text),
    content,
    text,
    restore: () => Promise.resolve(GONE),
    webUrl: () => null,
    rawUrl: () => null,
  };
}

/** A skill's SKILL.md stands for itself, not for what is assembled of it. */
function withRawSkills(catalog: Catalog): Catalog {
  return {
    ...catalog,
    skills: catalog.skills.map((skill) => {
      const file = catalog.files.find(({ path }) => path === skill.path);
      if (file === undefined || file.sha256 === null || skill.document === null) return skill;
      const { content, size, sha256 } = file;
      return { ...skill, document: { ...skill.document, content, bytes: size, sha256 } };
    }),
  };
}

/** Made when it is asked for: most versions are read and few are searched. */
async function openSearch(
  search: SearchIndex,
  { searchable }: VersionDocument,
  text: Source["text"],
): ReturnType<Source["search"]> {
  const entries = searchable.map(({ path, group, fingerprint, body, ...fields }) => ({
    path,
    group,
    fingerprint,
    async fields() {
      const whole = body === null ? "" : await text(body.content) ?? "";
      const bytes = new TextEncoder().encode(whole).subarray(body?.start ?? 0);
      return { ...fields, body: decodeText(bytes) ?? "" };
    },
  }));
  return await search.open(await search.build(entries, null));
}
