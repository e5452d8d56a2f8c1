import { inOneSpelling } from "./_english_spelling.ts";

/** An ending of a stem, and what may stand for it; the first that fits counts. */
type Rules = readonly (readonly [ending: RegExp, ...rests: string[]])[];

/** `securely`, `automatically`, `possibly`; not `family` or `apply`. */
const ADVERBS: Rules = [
  [/(?<=..ic)ally$/, ""],
  [/(?<=..b)ly$/, "l"],
  [/(?<=..al)ly$/, ""],
  [/(?<=...[^aiouyblp])e?ly$/, ""],
];

/**
 * How verbs, nouns and adjectives are made of each other. A capital stands for letters that change; all
 * words of a root begin with what is before it. Left apart are endings that give a word another meaning
 * more often than not (`-er`, `-ance`, `-ful`).
 */
const DERIVATIONS: Rules = [
  // summary and summarize
  [/(?<=..ar)(?:Z|iZ|i[sz](?:ation|er|abl))$/, "y"],
  // classify and classification
  [/(?<=..)if(?:y|icat|ication|icato[rR]|ier|iabl)$/, "if"],
  // optimize and optimization, analyse and analysis
  [/(?<=..y)(?:Z|siZ|st|tic|tical|[sz]er)$/, "Z"],
  [/(?<=..i)(?:Z|[sz](?:ation|er|abl))$/, "Z"],
  // explain and explainable and explainability, accessible and accessibility
  [/(?<=.....)ab(?:l|ility)$/, "abl", ""],
  [/(?<=..[ai]b)(?:l|ility)$/, "l"],
  // maintain and maintenance, retain and retention
  [/(?<=.t)(?:ain|enanc|enanS|ention|entiv)$/, "T"],
  // comply and compliance, ready and readiness
  [/(?<=..i)(?:anS|anc|ancy|ant|ness)$/, ""],
  // migrate and migration; configure and configuration
  [/at(?:ion(?:al)?|iv|o[rR])$/, "at", ""],
  // predict and prediction and predictive, function and functional
  [/ion(?:al)?$/, ""],
  [/(?<=.....)iv$/, ""],
  [/(?<=....t)o[rR]$/, ""],
  // deploy and deployment, manage and management
  [/(?<=.....)e?ment$/, ""],
  // secure and security, aware and awareness
  [/ity$/, ""],
  [/e?ness$/, ""],
  // approve and approval, statistic and statistical
  [/(?<=..(?:[ae]w|os|v))al$/, ""],
  [/(?<=..ic)al$/, ""],
];

/** How verbs change where a noun is made of them. */
const CHANGES: Rules = [
  // convert and conversion, permit and permission
  [/(?<=..er)[st]$/, "T"],
  [/(?<=..mi)(?:t|ss)$/, "T"],
  // decide and decision, revise and revision, extend and extension
  [/(?<=...i)s$/, "D", "Z"],
  [/(?<=...(?:i|[ae]n))d$/, "D"],
  [/(?<=...(?:[au]|[ae]n))[ds]$/, "D"],
  // describe and description, consume and consumption
  [/(?<=..ri)(?:b|pt)$/, "B"],
  [/(?<=..um)pt$/, ""],
  // resolve and resolution, reduce and reduction
  [/(?<=.ol)(?:v|ut)$/, "V"],
  [/(?<=..uc)t$/, ""],
  // comply and compliance
  [/(?<=...)[iy]$/, "Y"],
];

/** Letters that words must share to be made of each other, and a capital for those that change. */
const SHORTEST = 4;

/**
 * What the words that are made of one another share, from a word's stem: `migrate` and `migration`,
 * `secure` and `security`. Two for a word that may come from either of two verbs.
 */
export function englishRoots(stem: string): readonly string[] {
  const plain = rewrite(stem, ADVERBS)[0] ?? stem;
  // Twice, for what is made of something made: `functionality`, `implementation`.
  return madeOf(plain).flatMap(madeOf).flatMap((root) => {
    const changed = rewrite(root, CHANGES);
    return changed.length > 0 ? changed : [inOneSpelling(root)];
  });
}

function madeOf(stem: string): readonly string[] {
  const roots = rewrite(stem, DERIVATIONS).filter((root) => root.length >= SHORTEST);
  return roots.length > 0 ? roots : [stem];
}

function rewrite(stem: string, rules: Rules): readonly string[] {
  for (const [ending, ...rests] of rules) {
    if (ending.test(stem)) return rests.map((rest) => stem.replace(ending, rest));
  }
  return [];
}
