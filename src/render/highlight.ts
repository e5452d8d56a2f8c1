import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { invisibleCharacters } from "../format/mod.ts";
import { visibleText } from "./visible_text.ts";

const GRAMMARS = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  markdown,
  php,
  powershell,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

/** Grammars backtrack: what is over these bounds is shown as plain text. UTF-16 units. */
const MAX_TEXT = 64 * 1024;
const LONG_LINE = /.{1000}/;

const HIGHLIGHTER = highlighter();

/**
 * Source text as HTML, with spans that have class names and nothing else; plain where the language is
 * not known or the text too large.
 *
 * @param language A language or a file extension, in any letter case.
 */
export function highlight(text: string, language: string): string {
  const name = language.toLowerCase();
  if (text.length > MAX_TEXT || !HIGHLIGHTER.getLanguage(name) || LONG_LINE.test(text)) {
    return visibleText(text);
  }
  // The spans of a grammar and those of hidden characters could overlap.
  for (const { character } of invisibleCharacters(text)) {
    if (!/[\n\t\r]/.test(character)) return visibleText(text);
  }
  return HIGHLIGHTER.highlight(text, { language: name, ignoreIllegals: true }).value;
}

function highlighter() {
  const own = hljs.newInstance();
  for (const [name, grammar] of Object.entries(GRAMMARS)) own.registerLanguage(name, grammar);
  return own;
}
