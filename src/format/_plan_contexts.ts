import type { ContextSection, Diagnostic, SkillContext } from "../../contracts/domain.ts";
import { FORMAT_LIMITS, type ReadingLimits } from "../../contracts/limits.ts";
import type { Include } from "./_includes.ts";
import type { KnownFacts } from "./_known_facts.ts";
import type { LimitHits } from "./_limit_hits.ts";
import { chainOf, type Scope } from "./_scope.ts";
import type { ServedFiles } from "./_served_files.ts";
import type { FoundSkill } from "./_skills.ts";
import type { TreeFile } from "./_tree.ts";
import type { ContextPart, ContextPlan } from "./assemble_context.ts";
import { shorten } from "./one_line.ts";
import { contentIdOf, contextIdOf } from "./content_id.ts";

export interface PlannedContext {
  readonly context: SkillContext;
  readonly plan: ContextPlan;
}

interface Draft {
  readonly kind: ContextSection["kind"];
  readonly file: TreeFile;
  readonly marker: string;
  /** Bytes of the file before its part of the context. */
  readonly skip: number;
}

const encoder = new TextEncoder();

/** Plans the context of one skill (seed "Loading a skill"); what cannot be had is named as missing. */
export type ContextPlanner = (skill: FoundSkill, includes: readonly Include[]) => PlannedContext;

/**
 * Contexts repeat the rules for every skill below them, so that together they are bounded like the
 * stored files are: a few kilobytes of rules over many skills would else cost gigabytes.
 */
export function createContextPlanner(
  served: ServedFiles,
  facts: KnownFacts,
  limits: ReadingLimits,
  hits: LimitHits,
): ContextPlanner {
  const rules = new Map<Scope, readonly Draft[]>();
  let room = limits.storedBytes;

  return (skill, includes) => {
    const missing: Diagnostic[] = [];
    const path = skill.file.path;
    const parts: ContextPart[] = [];
    const sections: ContextSection[] = [];
    let bytes = 0;
    for (const { kind, file, marker, skip } of draftsOf(skill, includes, missing)) {
      const joint = sections.length === 0 ? "" : "\n";
      const start = bytes + joint.length;
      const text = start + encoder.encode(marker).length;
      const end = text + Math.max(file.size - skip, 0);
      if (end > room) {
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
    const content = contextIdOf(parts);
    return { context: { content, bytes, sections, missing }, plan: { content, parts } };
  };

  /** The sections in order; what an include lacks goes to `missing`. */
  function* draftsOf(
    skill: FoundSkill,
    includes: readonly Include[],
    missing: Diagnostic[],
  ): Generator<Draft> {
    yield* rulesOf(skill.scope);
    const skip = skill.facts.markdown?.bodyStart ?? 0;
    yield { kind: "instructions", file: skill.file, marker: "--- instructions ---\n", skip };
    for (const { path, file } of includes) {
      const flaw = file === null ? "does not exist" : flawOf(file);
      if (file !== null && flaw === null) {
        yield { kind: "include", file, marker: `--- included file: ${path} ---\n`, skip: 0 };
        continue;
      }
      const message = `Included file "${shorten(path, FORMAT_LIMITS.title)}" ${flaw}`;
      missing.push({ path: skill.file.path, code: "include_missing", severity: "error", message });
    }
  }

  /** The bodies of the manifests that govern a scope, from the root down, but blank ones. */
  function rulesOf(scope: Scope): readonly Draft[] {
    const known = rules.get(scope);
    if (known !== undefined) return known;
    const drafts: Draft[] = [];
    for (const { file } of chainOf(scope)) {
      const markdown = facts.of(file.path)?.markdown;
      if (!markdown || markdown.blank) continue;
      const marker = `--- applicable rules: ${file.path} ---\n`;
      drafts.push({ kind: "rules", file, marker, skip: markdown.bodyStart });
    }
    rules.set(scope, drafts);
    return drafts;
  }

  /** Null when the file's text can be had. */
  function flawOf({ path }: TreeFile): string | null {
    const known = facts.of(path);
    if (served.get(path) === undefined) return "is left out by a limit of the commit";
    if (known === undefined) return "is over the read limit or could not be had";
    if (known.lfsPointer) return "is a Git LFS pointer, not the file";
    return known.characters === null ? "is not UTF-8 text" : null;
  }
}
