import type { RepoPath } from "../../../contracts/addresses.ts";
import type { ContextSection, Diagnostic } from "../../../contracts/domain.ts";
import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { contentIdOf, documentIdOf } from "../file/content_id.ts";
import { frontMatterText } from "../front_matter/front_matter_text.ts";
import { shorten } from "../text/one_line.ts";
import type { FoundSkill } from "../tree/find_skills.ts";
import type { Include } from "../tree/includes.ts";
import type { TreeFile } from "../tree/repository_tree.ts";
import { chainOf, type Scope } from "../tree/scope.ts";
import type { Survey } from "../tree/survey.ts";
import type { DocumentPart, DocumentPlan } from "./assemble_document.ts";
import type { SkillDraft } from "./finish_catalog.ts";

export interface PlannedDocument {
  readonly document: NonNullable<SkillDraft["document"]>;
  readonly plan: DocumentPlan;
}

/** The files below a skill that are over the read limit: the first in path order, and how many more. */
export interface LeftOutFiles {
  readonly named: readonly TreeFile[];
  readonly more: number;
}

interface Draft {
  readonly kind: ContextSection["kind"];
  readonly file: TreeFile;
  readonly marker: string;
  /** Bytes of the file before its part of the context. */
  readonly skip: number;
}

/** The bodies of the manifests that govern a scope, and those that a licence keeps at their source. */
interface Rules {
  readonly drafts: readonly Draft[];
  readonly kept: readonly TreeFile[];
}

const encoder = new TextEncoder();

const DESCRIBED_ONLY = "is kept at its source by its licence";

/**
 * Plans the document of one skill (docs/design/format.md "The served SKILL.md"); what cannot be had is
 * named as missing.
 */
export type DocumentPlanner = (
  skill: FoundSkill,
  includes: readonly Include[],
  leftOut: LeftOutFiles,
) => PlannedDocument;

/**
 * Documents repeat the rules for every skill below them, so that together they are bounded like the
 * stored files are: a few kilobytes of rules over many skills would else cost gigabytes.
 */
export function createDocumentPlanner(
  { served, facts, licences, limits, hits }: Survey,
  sourceUrl: (path: RepoPath) => string | null,
): DocumentPlanner {
  const rules = new Map<Scope, Rules>();
  let room = limits.storedBytes;

  return (skill, includes, leftOut) => {
    const path = skill.file.path;
    const missing: Diagnostic[] = [];
    const drafts = draftsOf(skill, includes, missing);
    const head = headOf(skill, drafts, leftOut);
    const headBytes = encoder.encode(head).length;
    const contextStart = headBytes > room ? 0 : headBytes;
    const parts: DocumentPart[] = contextStart === 0 ? [] : [head];
    const sections: ContextSection[] = [];
    let bytes = contextStart;
    for (const { kind, file, marker, skip } of drafts) {
      const joint = sections.length === 0 ? "" : "\n";
      const start = bytes + joint.length;
      const text = start + encoder.encode(marker).length;
      const end = text + Math.max(file.size - skip, 0);
      if (contextStart === 0 || end > room) {
        hits.add("byte_limit", path);
        const message = "The context does not fit into what a commit stores";
        missing.push({ path, code: "byte_limit", severity: "error", message });
        break;
      }
      parts.push(joint + marker, { content: contentIdOf(file.hash), start: skip, end: file.size });
      sections.push({ kind, path: file.path, start, text, end });
      bytes = end;
    }
    room -= bytes;
    const content = documentIdOf(parts);
    return { document: { content, bytes, contextStart, sections, missing }, plan: { content, parts } };
  };

  /** Everything above the context. It names no commit, but where a file has to be had from one. */
  function headOf(skill: FoundSkill, drafts: readonly Draft[], { named, more }: LeftOutFiles): string {
    const lines = [`Assembled from: ${drafts.map(({ file }) => file.path).join(", ")}`];
    for (const { path, size, least } of named) {
      const url = sourceUrl(path);
      const place = url === null ? "only in the repository" : `at ${url}`;
      lines.push(`Left out for its size: ${path} (${least ? "at least " : ""}${size} bytes), ${place}`);
    }
    if (more > 0) lines.push(`Left out for their size: ${more} more files`);
    return `${frontMatterText(skill.declaration.fields)}${lines.join("\n")}\n`;
  }

  /** The sections in order; what they lack goes to `missing`. */
  function draftsOf(skill: FoundSkill, includes: readonly Include[], missing: Diagnostic[]): Draft[] {
    const { path } = skill.file;
    const { drafts, kept } = rulesOf(skill.scope);
    for (const file of kept) {
      const message = `Rules file "${shorten(file.path, FORMAT_LIMITS.title)}" ${DESCRIBED_ONLY}`;
      missing.push({ path, code: "described_only", severity: "warning", message });
    }
    const skip = skill.facts.markdown?.bodyStart ?? 0;
    const all = [
      ...drafts,
      {
        kind: "instructions",
        file: skill.file,
        marker: "--- instructions ---\n",
        skip,
      } as const,
    ];
    for (const include of includes) {
      const { file } = include;
      const flaw = file === null ? "does not exist" : flawOf(file);
      if (file !== null && flaw === null) {
        all.push({ kind: "include", file, marker: `--- included file: ${include.path} ---\n`, skip: 0 });
        continue;
      }
      const message = `Included file "${shorten(include.path, FORMAT_LIMITS.title)}" ${flaw}`;
      const isDescribedOnly = flaw === DESCRIBED_ONLY;
      missing.push({
        path,
        code: isDescribedOnly ? "described_only" : "include_missing",
        severity: isDescribedOnly ? "warning" : "error",
        message,
      });
    }
    return all;
  }

  /** From the root down, but blank bodies. */
  function rulesOf(scope: Scope): Rules {
    const known = rules.get(scope);
    if (known !== undefined) return known;
    const drafts: Draft[] = [];
    const kept: TreeFile[] = [];
    for (const { file } of chainOf(scope)) {
      const markdown = facts.of(file.path)?.markdown;
      if (!markdown || markdown.blank) continue;
      if (licences.describedOnlyBy(file) !== null) {
        kept.push(file);
        continue;
      }
      const marker = `--- applicable rules: ${file.path} ---\n`;
      drafts.push({ kind: "rules", file, marker, skip: markdown.bodyStart });
    }
    const found = { drafts, kept };
    rules.set(scope, found);
    return found;
  }

  /** Null when the file's text can be had. */
  function flawOf(file: TreeFile): string | null {
    if (licences.describedOnlyBy(file) !== null) return DESCRIBED_ONLY;
    const known = facts.of(file.path);
    if (served.get(file.path) === undefined) return "is left out by a limit of the commit";
    if (known === undefined) return "is over the read limit or could not be had";
    if (known.lfsPointer) return "is a Git LFS pointer, not the file";
    return known.characters === null ? "is not UTF-8 text" : null;
  }
}
