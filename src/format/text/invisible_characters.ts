/*
 * Characters that a reader cannot see: controls, line separators, lone surrogates and everything
 * Unicode lets a renderer ignore (zero width, bidirectional controls, tag characters, fillers). They
 * hide instructions from people, forge lines and make two names look the same.
 */

const SUSPECT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;

let scanner: RegExp | null = null;

/**
 * Where such a character is part of what is seen: inside an emoji, and as a joiner between letters of
 * the Arabic and Indic scripts, whose spelling needs it. Tried before the suspects at each position.
 * Made when a text first needs it: tens of milliseconds, which few processes ever have to spend.
 */
function scan(): RegExp {
  return scanner ??= new RegExp(
    String
      .raw`(?<seen>\p{RGI_Emoji}[\uFE0E\uFE0F]?|\p{ExtPict}[\uFE0E\uFE0F]|(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})` +
      String
        .raw`|(?<=[[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Khmr}` +
      String.raw`\p{scx=Mlym}\p{scx=Mymr}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}]&&[\p{L}\p{M}]])` +
      String.raw`[\u200C\u200D](?=[\p{L}\p{M}\s]|$))|(?<suspect>${SUSPECT.source})`,
    "gv",
  );
}

/** Index of the first control or invisible character of `text`, -1 when there is none. */
export function findInvisible(text: string, allowed = ""): number {
  for (const { character, index } of invisibleCharacters(text)) {
    if (!allowed.includes(character)) return index;
  }
  return -1;
}

/** Every control and invisible character of `text`, in order. */
export function* invisibleCharacters(
  text: string,
): Generator<{ readonly character: string; readonly index: number }> {
  if (!SUSPECT.test(text)) return;
  for (const { groups, index } of text.matchAll(scan())) {
    if (groups?.suspect !== undefined) yield { character: groups.suspect, index };
  }
}

/** `text` with controls and line separators as spaces and every other invisible character left out. */
export function replaceInvisible(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(scan(), (match, seen: string | undefined) => {
    if (seen !== undefined) return match;
    return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(match) ? " " : "";
  });
}
