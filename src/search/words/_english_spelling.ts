/**
 * Stems that are spelled in two ways, in Britain and in America or beside a silent `e`, as one. The capital
 * says which letters differ; both begin with what is before it.
 */
const SPELLINGS: readonly (readonly [ending: RegExp, one: string])[] = [
  // optimise, analyse
  [/(?<=...[iy])[sz]$/, "Z"],
  // colour, behaviour
  [/(?<=...o)u?r$/, "R"],
  // centre, fibre
  [/(?<=..[bct])e?r$/, "R"],
  // licence, defence
  [/(?<=..en)[cs]$/, "S"],
  // catalogue, dialogue
  [/(?<=..og)u$/, ""],
  // modelling, cancelled
  [/(?<=....l)l$/, ""],
];

/** A stem in the spelling that stands for all of its own. */
export function inOneSpelling(stem: string): string {
  for (const [ending, one] of SPELLINGS) {
    if (ending.test(stem)) return stem.replace(ending, one);
  }
  return stem;
}
