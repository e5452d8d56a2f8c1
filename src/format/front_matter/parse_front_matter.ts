import type { Problem } from "../../../contracts/domain.ts";
import { countCodePoints } from "../text/code_points.ts";
import { findFrontMatter } from "./_front_matter_block.ts";
import { readYaml } from "./_read_yaml.ts";
import type { YamlMap } from "./_yaml_node.ts";

/** What the front matter of one file says, if it can be read, and where its body starts. */
export interface FrontMatter {
  /** Null when there is no front matter or it cannot be read; `problems` then holds an error. */
  readonly fields: YamlMap | null;
  /** UTF-16 code units of the text: 0, or just behind the closing line. */
  readonly body: number;
  readonly problems: readonly Problem[];
  /** Line and column in the file of an offset in the YAML. Columns count characters. */
  readonly locate: (offset: number) => { readonly line: number; readonly column: number };
}

/** Reads the front matter of a file's whole text (docs/design/format.md "Front matter"). */
export function parseFrontMatter(text: string): FrontMatter {
  const block = findFrontMatter(text);
  if ("code" in block) {
    const { code, message, line } = block;
    const problem: Problem = { code, severity: "error", message, line, column: 1 };
    return { fields: null, body: 0, problems: [problem], locate: () => ({ line: 1, column: 1 }) };
  }
  const source = text.slice(block.start, block.end);
  const locate = (offset: number) => {
    const lines = source.slice(0, offset).split("\n");
    return { line: lines.length + 1, column: countCodePoints(lines.at(-1) ?? "") + 1 };
  };
  const { map, findings } = readYaml(source);
  const problems = findings.map(({ code, severity, message, offset }): Problem => ({
    code,
    severity,
    message,
    ...locate(offset),
  }));
  return { fields: map, body: block.body, problems, locate };
}
