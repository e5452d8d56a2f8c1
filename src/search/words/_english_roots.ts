import { endings, replaceEnding } from "./_endings.ts";
import { inOneSpelling } from "./_english_spelling.ts";

/** `securely`, `automatically`, `possibly`; not `family` or `apply`, where it is no ending. */
const ADVERBS = endings([
  [2, "ically", "ic"],
  [2, "ally", "al"],
  [2, "bly", "bl"],
  [4, "ely", ""],
  ...Array.from("cdfghkmnrstvwxz", (letter) => [3, `${letter}ly`, letter] as const),
]);

/**
 * How verbs, nouns and adjectives are made of each other. A capital stands for letters that change; all
 * words of a root begin with what is before it. Left apart are endings that give a word another meaning
 * more often than not (`-er`, `-ance`, `-ful`).
 */
const DERIVATIONS = endings([
  // summary and summarize
  [2, "ariZ arization arisation", "ary"],
  // classify and classification
  [2, "ify ificat ification ificator ificatoR ifier ifiabl", "if"],
  // optimize and optimization, analyse and analysis
  [2, "ization isation izer iser izabl isabl", "iZ"],
  [2, "ysiZ yst ytic ytical yzer yser", "yZ"],
  // explain and explainable and explainability, accessible and accessibility
  [2, "abl ability", "abL", ""],
  [2, "ibl ibility", "ibL"],
  // maintain and maintenance, retain and retention
  [1, "tain tenanc tenanS tention tentiv", "tT"],
  // comply and compliance, ready and readiness
  [2, "ianS ianc iancy iant iness", "i"],
  // migrate and migration; configure and configuration
  [2, "ation ational ativ ator atoR", "at", ""],
  // predict and prediction and predictive, function and functional
  [4, "ion ional", ""],
  [5, "iv", ""],
  [4, "tor toR", "t"],
  // deploy and deployment, manage and management
  [5, "ment ement", ""],
  // secure and security, aware and awareness
  [4, "ity ness eness", ""],
  // approve and approval, statistic and statistical
  [2, "awal", "aw"],
  [2, "ewal", "ew"],
  [2, "osal", "os"],
  [3, "val", "v"],
  [2, "ical", "ic"],
]);

/** How verbs change where a noun is made of them. */
const CHANGES = endings([
  // convert and conversion, permit and permission
  [2, "ers ert", "erT"],
  [2, "mit miss", "miT"],
  // decide and decision, revise and revision, extend and extension
  [3, "is", "iD", "iZ"],
  [3, "id", "iD"],
  [3, "ad as", "aD"],
  [3, "ud us", "uD"],
  [3, "end ens", "enD"],
  [3, "and ans", "anD"],
  // describe and description, consume and consumption
  [2, "rib ript", "riB"],
  [2, "umpt", "um"],
  // resolve and resolution, reduce and reduction
  [1, "olv olut", "olV"],
  [2, "uct", "uc"],
  // comply and compliance
  [3, "i y", "Y"],
]);

/** Letters that words must share to be made of each other, and a capital for those that change. */
const SHORTEST = 4;

/**
 * What the words that are made of one another share, from a word's stem: `migrate` and `migration`,
 * `secure` and `security`. Two for a word that may come from either of two verbs.
 */
export function englishRoots(stem: string): readonly string[] {
  const plain = replaceEnding(stem, ADVERBS)[0] ?? stem;
  const made = madeOf(plain);
  if (made.length === 0) return changed(plain);
  // Again, for what is made of something made: `functionality`, `implementation`.
  const all = made.flatMap((root) => {
    const again = madeOf(root);
    return again.length > 0 ? again : [root];
  });
  return all.flatMap(changed);
}

function madeOf(stem: string): readonly string[] {
  const roots = replaceEnding(stem, DERIVATIONS);
  return roots.length > 0 ? roots.filter((root) => root.length >= SHORTEST) : roots;
}

function changed(root: string): readonly string[] {
  const roots = replaceEnding(root, CHANGES);
  return roots.length > 0 ? roots : [inOneSpelling(root)];
}
