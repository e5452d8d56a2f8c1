import type { LicenceClass, LicenceFinding } from "../../../contracts/licences.ts";
import { isRestrictive } from "./_restrictive_licences.ts";
import table from "./_spdx_licences.json" with { type: "json" };

/** Spellings that neither an SPDX identifier nor an SPDX name leads to, as `plainName()` gives them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  "expat": "MIT",
  "mit expat": "MIT",
  "bsd": "BSD",
  "bsd 3": "BSD-3-Clause",
  "3 clause bsd": "BSD-3-Clause",
  "new bsd": "BSD-3-Clause",
  "modified bsd": "BSD-3-Clause",
  "revised bsd": "BSD-3-Clause",
  "bsd 2": "BSD-2-Clause",
  "2 clause bsd": "BSD-2-Clause",
  "simplified bsd": "BSD-2-Clause",
  "freebsd": "BSD-2-Clause",
  "zero clause bsd": "0BSD",
  "asl 2": "Apache-2.0",
  "al 2": "Apache-2.0",
  "same terms as perl": "Perl",
  "perl": "Perl",
  "perl 5": "Perl",
  "public domain": "Public domain",
  "publicdomain": "Public domain",
};

/** Two licences share the letters: Boost's is open, the Business Source License is not. */
const AMBIGUOUS = new Set(["bsl"]);

/** Words that a name has or not, without meaning another licence. */
const FILLERS =
  /^(?:the|an?|licen[cs]ed?|licen[cs]es|version|ver|v|gnu|software|international|unported|generic|universal)$/;

const SHORTER: readonly (readonly [pattern: RegExp, short: string])[] = [
  [/\bcreative ?commons\b/g, "cc"],
  [/\bcc attribution\b/g, "cc by"],
  [/\bnon ?commercial\b/g, "nc"],
  [/\bno ?deriv(?:ative)?s?(?: works)?\b/g, "nd"],
  [/\bshare ?alike\b/g, "sa"],
  [/\bcc zero\b/g, "cc 0"],
  [/\baffero (?:general public|gpl)\b/g, "agpl"],
  [/\b(?:lesser|library) (?:general public|gpl)\b/g, "lgpl"],
  [/\bgeneral public\b/g, "gpl"],
  [/\bmozilla public\b/g, "mpl"],
  [/\beclipse public\b/g, "epl"],
  [/\b(?:or )?(?:at your option )?(?:any )?(?:later|newer|greater)\b/g, "or later"],
];

interface Names {
  readonly exact: ReadonlyMap<string, string>;
  /** Names less their version, such as `gpl`: as closed as the most closed of its versions. */
  readonly families: ReadonlyMap<string, LicenceClass>;
}

let collected: Names | null = null;

/** The licence that `text` names, and nothing else; null when it is not one name that is known. */
export function licenceNamed(text: string): LicenceFinding | null {
  const name = plainName(text);
  const { exact, families } = collected ??= collect();
  const id = exact.get(name);
  if (id !== undefined) return { label: id, class: classOf(id) };
  const family = families.get(name);
  return family === undefined ? null : { label: text.replace(/\s+/g, " ").trim(), class: family };
}

/** Whether a label that `licenceNamed()` gave stands for several versions of a licence. */
export function isFamily(label: string): boolean {
  return !label.split(/ (?:OR|AND|WITH) |[()]/).every((id) => id === "" || id in table.names);
}

function collect(): Names {
  const exact = new Map<string, string>(Object.entries(SPELLINGS));
  const families = new Map<string, LicenceClass>();
  // `GPL-3.0+` is the deprecated form of `GPL-3.0-or-later`, which is spelt out the same.
  const ids = Object.entries(table.names).filter(([id]) => !id.endsWith("+"));
  for (const [id] of ids) exact.set(plainName(id), id);
  for (const [id, name] of ids) {
    const plain = plainName(name);
    if (!exact.has(plain)) exact.set(plain, id);
  }
  for (const [name, id] of exact) {
    const family = name.replace(/ \d[\d.]*(?: only| or later)?$/, "");
    if (family === name || exact.has(family) || AMBIGUOUS.has(family)) continue;
    if (families.get(family) !== "restrictive") families.set(family, classOf(id));
  }
  return { exact, families };
}

function classOf(id: string): LicenceClass {
  return isRestrictive(id) ? "restrictive" : "permissive";
}

/** A name as it is compared: `The Apache License, Version 2.0` and `Apache-2.0` are both `apache 2`. */
function plainName(text: string): string {
  const words = text.normalize("NFKC").toLowerCase()
    .replace(/v\.?(?=\d)/g, " ")
    .replace(/\+(?![\p{L}\p{N}])/gu, " or later")
    .match(/\p{L}+|\d+(?:\.\d+)*/gu) ?? [];
  const telling = words.filter((word) => !FILLERS.test(word)).map((word) => word.replace(/(?:\.0)+$/, ""));
  return SHORTER.reduce((name, [pattern, short]) => name.replace(pattern, short), telling.join(" "));
}
