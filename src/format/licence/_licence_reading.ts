import { type LicenceText, licenceTexts } from "./licence_texts.ts";
import { comparedText, explainedBy, isChangedCopy, licencesWithin } from "./_licences_within.ts";
import { licenceWords } from "./licence_words.ts";

/** Part of a text that no licence accounts for: a few words, or whole paragraphs. */
export interface Passage {
  /** UTF-16 code units of the text. */
  readonly start: number;
  readonly end: number;
}

/** What a text is made of. */
export interface LicenceReading {
  /** The licences of the SPDX list whose texts it holds, the one that accounts for most first. */
  readonly ids: readonly string[];
  /** What else it says; `named` are licences that it only names, and whose notices it may repeat. */
  beside(named: readonly LicenceText[]): readonly Passage[];
  /** It reads like a copy of the licence, but for words that give something. */
  changes(licence: LicenceText): boolean;
}

/** Words of a licence that may stand within what is still one passage. */
const GAP = 3;

export function readLicences(text: string): LicenceReading {
  const words = licenceWords(text);
  const compared = comparedText(Uint16Array.from(words, ({ word }) => licenceTexts().numberOf(word)));
  const within = licencesWithin(compared);
  return {
    ids: within.map(({ licence }) => licence.id),
    beside(named) {
      const explanations = [
        ...within.map(({ explained }) => explained),
        ...named.map((licence) => explainedBy(licence, compared)),
      ];
      const passages: { start: number; end: number; last: number }[] = [];
      for (const [at, { start, end }] of words.entries()) {
        if (explanations.some((explained) => explained[at])) continue;
        const before = passages.at(-1);
        if (before === undefined || at - before.last > GAP + 1) passages.push({ start, end, last: at });
        else Object.assign(before, { end, last: at });
      }
      return passages;
    },
    changes: (licence) => isChangedCopy(licence, compared),
  };
}
