import { codePointName, invisibleCharacters } from "../format/mod.ts";

/** Characters that a page lays out as everyone expects. */
const LAYOUT = new Set(["\n", "\t", "\r"]);

/** Hidden characters in a row that are named one by one; more are counted. */
const NAMED = 4;

/**
 * Repository text as HTML that holds nothing but text. A control, bidirectional or invisible character
 * is shown by its number, so that a page says what a model reads and no text can reorder its
 * neighbours.
 */
export function visibleText(text: string): string {
  let html = "";
  let from = 0;
  let hidden: string[] = [];
  const flush = () => {
    if (hidden.length > 0) html += mark(hidden);
    hidden = [];
  };
  for (const { character, index } of invisibleCharacters(text)) {
    if (LAYOUT.has(character)) continue;
    if (index > from) {
      flush();
      html += escapeHtml(text.slice(from, index));
    }
    hidden.push(character);
    from = index + character.length;
  }
  flush();
  return html + escapeHtml(text.slice(from));
}

/** Text between tags or in a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function mark(hidden: readonly string[]): string {
  const label = hidden.length > NAMED
    ? `${hidden.length} hidden characters`
    : hidden.map(codePointName).join(" ");
  return `<span class="hidden-character">${label}</span>`;
}
