import { invisibleCharacters } from "../text/invisible_characters.ts";
import { linesOf } from "../text/lines_of.ts";
import { codePointName } from "../text/unicode_escape.ts";
import type { SafetyFinding } from "./_safety_finding.ts";

/** Invisible characters but for the controls that plain text is laid out with. */
const HIDDEN = /[[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\t\v\f\r]]/v;

/** Unicode tags: an alphabet that no font shows and every model reads. */
const TAG = /[\u{E0000}-\u{E007F}]/u;

/** Marks, embeddings, overrides and isolates: they change the order in which text is shown. */
const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** What serves no purpose but to hide: looked for to the end, where others are enough at some point. */
const GRAVE = /[\u{E0000}-\u{E007F}\u202D\u202E]/u;
const ENOUGH = 100;

/** Letters written from right to left, among which the marks have work to do. */
const RIGHT_TO_LEFT = /[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]/u;

/** Characters that are not seen, one finding a line and kind. Escapes are text in a file that is not prose. */
export function* hiddenCharacters(text: string, isProse: boolean): Generator<SafetyFinding> {
  let found = 0;
  for (const { line, start } of linesOf(text)) {
    if (!(found < ENOUGH ? HIDDEN : GRAVE).test(line)) continue;
    const isRightToLeft = RIGHT_TO_LEFT.test(line);
    const reported = new Set<string>();
    for (const { character, index } of invisibleCharacters(line)) {
      const isMark = character === "\uFEFF" && start + index === 0;
      if (isMark || !HIDDEN.test(character) || !isProse && /\p{Cc}/u.test(character)) continue;
      const code = codeOf(character);
      const isGrave = GRAVE.test(character);
      if (code === "bidirectional_character" && isRightToLeft && !isGrave) continue;
      const kind = `${code} ${isGrave}`;
      if (reported.has(kind)) continue;
      reported.add(kind);
      found++;
      yield { code, message: messageOf(code, character), index: start + index, isGrave };
    }
  }
}

type HiddenCode = "tag_character" | "bidirectional_character" | "hidden_character";

function codeOf(character: string): HiddenCode {
  if (TAG.test(character)) return "tag_character";
  return BIDIRECTIONAL.test(character) ? "bidirectional_character" : "hidden_character";
}

function messageOf(code: HiddenCode, character: string): string {
  if (code === "tag_character") {
    return "Unicode tag characters spell text here that a model reads and nobody sees";
  }
  const name = codePointName(character);
  return code === "bidirectional_character"
    ? `${name} changes the order in which this line is shown`
    : `${name} is here and cannot be seen`;
}
