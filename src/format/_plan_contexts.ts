import type { ContextSection, Diagnostic, SkillContext } from "../../contracts/domain.ts";
import type { ReadingLimits } from "../../contracts/limits.ts";
import type { Include } from "./_includes.ts";
import type { KnownFacts } from "./_known_facts.ts";
import type { LimitHits } from "./_limit_hits.ts";
import { chainOf } from "./_scope.ts";
import type { ServedFiles } from "./_served_files.ts";
import type { FoundSkill } from "./_skills.ts";
import type { TreeFile } from "./_tree.ts";
import type { ContextPart, ContextPlan } from "./assemble_context.ts";
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
  let room = limits.storedBytes;

  return (skill, includes) => {
    const missing: Diagnostic[] = [];
    const path = skill.file.path;
    const drafts = [...rules(skill), instructions(skill)];
    for (const include of includes) {
      const reason = unreadable(include);
      if (reason === null && include.file !== null) drafts.push(included(include.file));
      else missing.push({ path, ...problem(`Included file "${include.path}" ${reason}`) });
    }

    const parts: ContextPart[] = [];
    const sections: ContextSection[] = [];
    let bytes = 0;
    for (const { kind, file, marker, skip } of drafts) {
      const joint = sections.length === 0 ? "" : "\n";
      const start = bytes + joint.length;
      const text = start + encoder.encode(marker).length;
      const end = text + Math.max(file.size - skip, 0);
      if (end > room) {
        hits.add("byte_limit", path);
        missing.push({
          path,
          ...problem("The context does not fit into what a commit stores", "byte_limit"),
        });
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

  function* rules(skill: FoundSkill): Generator<Draft> {
    for (const { file } of chainOf(skill.scope)) {
      const markdown = facts.of(file.path)?.markdown;
      if (!markdown || markdown.blank) continue;
      const marker = `--- applicable rules: ${file.path} ---\n`;
      yield { kind: "rules", file, marker, skip: markdown.bodyStart };
    }
  }

  /** Null when the file's text can be had. */
  function unreadable({ path, file }: Include): string | null {
    if (file === null) return "does not exist";
    const known = facts.of(path);
    if (!served.has(path)) return "is left out by a limit of the commit";
    if (known === undefined) return "is over the read limit or could not be had";
    if (known.characters === null) return "is not UTF-8 text";
    return known.lfsPointer ? "is a Git LFS pointer, not the file" : null;
  }
}

function instructions({ file, facts }: FoundSkill): Draft {
  return {
    kind: "instructions",
    file,
    marker: "--- instructions ---\n",
    skip: facts.markdown?.bodyStart ?? 0,
  };
}

function included(file: TreeFile): Draft {
  return { kind: "include", file, marker: `--- included file: ${file.path} ---\n`, skip: 0 };
}

function problem(message: string, code: "include_missing" | "byte_limit" = "include_missing") {
  return { code, severity: "error", message } as const;
}
