import { FORMAT_LIMITS } from "../../../contracts/limits.ts";
import { exceedsCodePoints } from "../text/code_points.ts";

/** Where the front matter of a text lies, in UTF-16 code units; `body` is just behind its closing line. */
export interface FrontMatterBlock {
  readonly start: number;
  readonly end: number;
  readonly body: number;
}

export interface BlockFlaw {
  readonly code: "no_front_matter" | "front_matter_too_long";
  readonly message: string;
  readonly line: number;
}

const OPENING = /^\uFEFF?---[ \t]*\r?\n/;

/**
 * Finds the block between two lines `---` at the very start of a text, a byte order mark and either
 * line ending accepted. A line that merely starts like a fence, such as `----`, is content.
 */
export function findFrontMatter(text: string): FrontMatterBlock | BlockFlaw {
  const start = OPENING.exec(text)?.[0].length;
  if (start === undefined) return missing(text);
  const closing = /(?<=\n)---[ \t]*(?:\r?\n|$)/g;
  closing.lastIndex = start;
  const fence = closing.exec(text);
  if (fence === null) {
    return {
      code: "no_front_matter",
      message: 'The front matter is never closed: no later line is "---"',
      line: 1,
    };
  }
  if (exceedsCodePoints(text.slice(start, fence.index), FORMAT_LIMITS.frontMatter)) {
    return {
      code: "front_matter_too_long",
      message: `The front matter is longer than ${FORMAT_LIMITS.frontMatter} characters`,
      line: 1,
    };
  }
  return { start, end: fence.index, body: closing.lastIndex };
}

function missing(text: string): BlockFlaw {
  const lead = text.slice(0, 4096);
  const blank = /^\uFEFF?\s*/.exec(lead)?.[0] ?? "";
  const rest = lead.slice(blank.length);
  const message = rest === ""
    ? "The file is empty"
    : /^(?:```|~~~)/.test(rest)
    ? "The file has no front matter: it starts with a code block, and what is inside one is not front matter"
    : /^---[ \t]*\r?\n/.test(rest)
    ? 'The file has no front matter: its "---" must be the first line, with nothing before it'
    : 'The file has no front matter: its first line is not "---"';
  return { code: "no_front_matter", message, line: 1 };
}
