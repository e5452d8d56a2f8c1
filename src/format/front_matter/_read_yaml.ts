import { Composer, type CST, Lexer, Parser } from "yaml";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { error, invisible, type YamlFinding } from "./_yaml_finding.ts";
import type { YamlMap } from "./_yaml_node.ts";
import { YamlReader } from "./_yaml_reader.ts";
import { explainSyntax } from "./_yaml_syntax.ts";

/** Composing recurses, about two entries of the parser's stack for each level of nesting. */
const MAX_STACK = 64;

/** The densest block that makes sense, a list of short words, stays below. */
const MAX_LEXEMES = 12_000;

/**
 * Reads one YAML mapping of text, lists and mappings. `map` is null exactly when `findings` holds an
 * error: no mapping, broken syntax, a tag, anchor or alias, a second document, a key that is repeated
 * or no text, a control or invisible character.
 */
export function readYaml(source: string): { map: YamlMap | null; findings: readonly YamlFinding[] } {
  const strayReturn = source.search(/\r(?!\n)/);
  if (strayReturn >= 0) {
    return rejected(error("invisible_character", invisible("The front matter", "\r"), strayReturn));
  }
  const tokens = tokenize(source);
  if (!tokens.ok) return rejected(tokens.error);

  const [document, second] = new Composer({ schema: "failsafe", uniqueKeys: false }).compose(tokens.value);
  if (document === undefined) return { map: { kind: "map", entries: [], offset: 0 }, findings: [] };
  const [flaw] = document.errors;
  if (flaw !== undefined) {
    const { message, offset } = explainSyntax(source, tokens.value, flaw);
    return rejected(error("yaml_syntax", message, offset));
  }
  if (second !== undefined) {
    return rejected(error("yaml_feature", "The front matter holds a second YAML document", second.range[0]));
  }
  const reader = new YamlReader(source);
  const root = reader.read(document.contents, "");
  if (root.kind !== "map") {
    return rejected(error("yaml_syntax", 'The front matter is not "key: value" lines', root.offset));
  }
  return { map: reader.broken ? null : root, findings: reader.findings };
}

function rejected(finding: YamlFinding): { map: null; findings: readonly YamlFinding[] } {
  return { map: null, findings: [finding] };
}

function tokenize(source: string): Result<readonly CST.Token[], YamlFinding> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(source)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > MAX_STACK) {
      return failure(error("yaml_syntax", "The front matter is nested too deeply", parser.offset));
    }
    if (++lexemes > MAX_LEXEMES) {
      return failure(error("yaml_syntax", "The front matter has too many parts", parser.offset));
    }
  }
  tokens.push(...parser.end());
  return success(tokens);
}
