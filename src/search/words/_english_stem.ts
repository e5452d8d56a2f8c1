import { inOneSpelling } from "./_english_spelling.ts";

const VOWEL = /[aeiouy]/;
/** `code`: without its `e` it would be written with two consonants in `coding`, as `running` is. */
const SILENT = /^[^aeiou][aeiouy][^aeiouwxy]e$/;

/**
 * A light English stem: plurals, `-ed`, `-ing` and their spelling changes, so that `policies` meets
 * `policy` and `running` meets `run`, and one spelling for British and American. Derived words (`-er`,
 * `-tion`) stay apart: they change meaning. A capital at the end stands for letters that differ among the
 * forms; all forms begin with what is before it.
 */
export function englishStem(word: string): string {
  if (word.length < 4) return word;
  return inOneSpelling(stripVerb(stripPlural(word)));
}

function stripPlural(word: string): string {
  if (!word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? word.slice(0, -3) + "y" : word.slice(0, -1);
  if (/(?:sses|shes|ches|xes|zes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function stripVerb(word: string): string {
  const ending = word.endsWith("ing") ? 3 : word.endsWith("ed") ? 2 : 0;
  if (ending === 0) {
    if (!word.endsWith("e")) return word;
    if (word.length > 4) return word.slice(0, -1);
    return SILENT.test(word) ? word.slice(0, -1) + "E" : word;
  }
  const stem = word.slice(0, -ending);
  if (stem.length < 3 || !VOWEL.test(stem)) return word;
  if (SILENT.test(`${stem}e`)) return `${stem}E`;
  if (/([bdfgklmnprt])\1$/.test(stem) && !/(?:ll|ss|zz)$/.test(stem)) return stem.slice(0, -1);
  if (ending === 2 && stem.endsWith("i")) return stem.slice(0, -1) + "y";
  return stem;
}
