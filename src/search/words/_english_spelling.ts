import { endings, replaceEnding } from "./_endings.ts";

/**
 * Stems that are spelled in two ways, in Britain and in America. The capital says which letters differ; both
 * begin with what is before it.
 */
const SPELLINGS = endings([
  // optimise, analyse
  [3, "is iz", "iZ"],
  [3, "ys yz", "yZ"],
  // colour, behaviour
  [3, "or our", "oR"],
  // centre, fibre, massacre
  [2, "tr ter", "tR"],
  [2, "br ber", "bR"],
  [2, "cr cer", "cR"],
  // licence, defence
  [2, "enc ens", "enS"],
  // catalogue, dialogue
  [2, "ogu", "og"],
  // modelling, cancelled
  [4, "ll", "l"],
]);

/** A stem in the spelling that stands for all of its own. */
export function inOneSpelling(stem: string): string {
  return replaceEnding(stem, SPELLINGS)[0] ?? stem;
}
