import { endings, replaceEnding } from "./_endings.ts";

/**
 * Verbs, and the nouns of doing, that the languages of Europe write with endings of one origin:
 * `configurar` and `configuración`, `konfigurieren` and `Konfiguration`, `оптимизировать` and `оптимизация`.
 * Without accents, as words are folded; where a language inflects the noun, its cases as well.
 */
const LOAN_ENDINGS = endings([
  // French, Spanish, Portuguese, Italian
  [4, "er ir ar are ere ire", ""],
  [4, "ation ations acion aciones acao acoes azione azioni", ""],
  [4, "ition itions icion iciones icao icoes izione izioni", ""],
  [4, "ement ements amento amentos amenti amiento amientos imiento imientos", ""],
  [4, "iement iements", "y"],
  // German, Dutch
  [4, "ieren iert ierte ierung ierungen ationen eren eerde atie aties", ""],
  // Polish, Czech
  [4, "owac owanie owania acja acji acje ovat ovani ace aci", ""],
  // Russian, Ukrainian
  [4, "ировать ирование ирования ированию ированием ирует ируют ация ации ацию ацией аций", ""],
  [4, "овать ование ования ованию ованием увати ування ація ації ацію ацією", ""],
]);

/** What a verb and the noun made of it share in such languages; any other word is its own. */
export function loanRoot(word: string): string {
  return replaceEnding(word, LOAN_ENDINGS)[0] ?? word;
}
