const HEIGHT = 20;
const PADDING = 7;
/** Of 11 px sans-serif, about; `textLength` makes it so. */
const CHARACTER = 6.5;
/** Of a word that a repository gives. Characters. */
const LONGEST_WORD = 32;

/** An SVG picture of a label and words beside it. It loads nothing and holds no script. */
export function badgeImage(label: string, words: readonly string[]): string {
  const text = words.map(shortened).join(" · ");
  const left = widthOf(label);
  const right = widthOf(text);
  const width = left + right;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${
      escaped(`${label}: ${text}`)
    }">`,
    `<title>${escaped(`${label}: ${text}`)}</title>`,
    `<rect width="${width}" height="${HEIGHT}" rx="3" fill="#1f2a37"/>`,
    `<path fill="#0f766e" d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v${HEIGHT - 6}a3 3 0 0 1-3 3h${
      3 - right
    }z"/>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    textAt(label, 0, left),
    textAt(text, left, right),
    "</g></svg>\n",
  ].join("");
}

function textAt(text: string, start: number, width: number): string {
  return `<text x="${start + PADDING}" y="14" textLength="${width - 2 * PADDING}">${escaped(text)}</text>`;
}

function widthOf(text: string): number {
  return Math.ceil([...text].length * CHARACTER) + 2 * PADDING;
}

function shortened(word: string): string {
  const characters = [...word];
  return characters.length <= LONGEST_WORD ? word : `${characters.slice(0, LONGEST_WORD - 1).join("")}…`;
}

/** For text and for attribute values; what XML cannot hold at all is left out (XML 1.0, section 2.2). */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
