import type { LicenceFinding } from "../../../contracts/licences.ts";
import { takesBack } from "./_added_terms.ts";
import { isFamily } from "./_licence_names.ts";
import { readLicences } from "./_licence_reading.ts";
import { licencesStated } from "./_licence_statements.ts";
import { licenceTexts } from "./licence_texts.ts";
import { isRestrictive } from "./_restrictive_licences.ts";
import { licenceWords } from "./licence_words.ts";

/** Bytes of a licence text that are looked at, by docs/design/format.md "Licences". */
const LARGEST = 65_536;

/** Words that may stand around the names of licences for these to speak for the whole text. */
const SURROUNDING = 300;

/** Licences that a label names. */
const LABELS = 3;

/** Licences that are no SPDX text, by the words they are known by. All keep something back. */
const KNOWN_CLOSED: readonly (readonly [pattern: RegExp, label: string])[] = [
  [/commons clause/i, "Commons Clause"],
  [/business source licen[cs]e/i, "Business Source License"],
  [/functional source licen[cs]e/i, "Functional Source License"],
  [/server side public licen[cs]e/i, "Server Side Public License"],
  [/elastic licen[cs]e/i, "Elastic License"],
  [/polyform [\w ]{1,30}licen[cs]e/i, "PolyForm"],
  [/sustainable use licen[cs]e/i, "Sustainable Use License"],
  [/fair source licen[cs]e/i, "Fair Source License"],
  [/confluent community licen[cs]e/i, "Confluent Community License"],
  [/redis source available licen[cs]e/i, "Redis Source Available License"],
  [/(?:llama [\d.]{1,4}|gemma|deepseek) (?:community |terms|licen[cs]e)/i, "Model licence"],
  [/open ?rail/i, "OpenRAIL"],
  [/\bproprietary\b/i, "Proprietary licence"],
  [/all rights (?:are )?reserved/i, "All rights reserved"],
];

/** A licence that is named for a part alone says nothing about the rest. */
const OF_A_PART =
  /\b(?:portions|parts|some|components?|third[- ]party|dependenc\w+|includes?|contains?|bundles?)\b[^.]{0,100}\b(?:licen[cs]|under\b)/i;

const UNRECOGNIZED = "Unrecognized licence text";

const PUBLIC_DOMAIN =
  /\b(?:dedicat\w*|releas\w*|plac\w*|put|is|are|donat\w*)\s+(?:\w+\s+){0,4}?(?:in|into|to)\s+the\s+public\s+domain\b|\bno\s+rights\s+reserved\b/i;

/**
 * What a licence file says; null is one that is not UTF-8 text. Texts of the SPDX list are known by how
 * their words read (see `licenceWords()`), others by the licences they name. An open licence beside terms
 * that take something back is restrictive, and so is every text that is not known.
 */
export function classifyLicenceText(text: string | null): LicenceFinding {
  if (text === null) return closed("Unreadable licence text");
  if (text.length > LARGEST || new TextEncoder().encode(text).length > LARGEST) {
    return closed("Licence text over 64 KiB");
  }
  if (text.trim() === "") return closed("Empty licence text");
  const { ids, beside, changes } = readLicences(text);
  const stated = licencesStated(beside([]).map(({ start, end }) => text.slice(start, end)).join("\n\n"));
  const all = telling([...ids.map(licenceOf), ...stated]);
  if (all.length === 0) return publicDomain(text) ?? closed(closedLabel(text) ?? UNRECOGNIZED);
  if (all.some((finding) => finding.class === "restrictive")) return closed(joined(all));
  const label = joined(all);
  const named = stated.flatMap((finding) => licenceTexts().byId.get(finding.label) ?? []);
  const rest = beside(named);
  if (ids.length === 0) {
    if (named.some(changes)) return closed(`${label} with changed terms`);
    const around = rest.map(({ start, end }) => text.slice(start, end)).join(" ");
    if (isLong(around) || OF_A_PART.test(around)) return closed(closedLabel(text) ?? UNRECOGNIZED);
  }
  if (!takesBack(text, rest)) return { label, class: "permissive" };
  return closed(`${label} with ${/commons clause/i.test(text) ? "Commons Clause" : "added terms"}`);
}

function publicDomain(text: string): LicenceFinding | null {
  const flat = text.replace(/\s+/g, " ");
  if (!PUBLIC_DOMAIN.test(flat) || /\bnot\b[^.]{0,40}public domain/i.test(flat) || isLong(text)) return null;
  if (takesBack(text, [{ start: 0, end: text.length }])) return null;
  return { label: "Public domain", class: "permissive" };
}

function closedLabel(text: string): string | undefined {
  const flat = text.replace(/\s+/g, " ");
  return KNOWN_CLOSED.find(([pattern]) => pattern.test(flat))?.[1];
}

/** `GPL` beside `GPL-3.0` says nothing more. */
function telling(findings: readonly LicenceFinding[]): readonly LicenceFinding[] {
  const isVague = (finding: LicenceFinding) => finding.class === "permissive" && isFamily(finding.label);
  const clear = findings.filter((finding) => !isVague(finding));
  return clear.some((finding) => finding.class === "permissive") ? clear : findings;
}

function licenceOf(id: string): LicenceFinding {
  return { label: id, class: isRestrictive(id) ? "restrictive" : "permissive" };
}

function isLong(text: string): boolean {
  return licenceWords(text).length > SURROUNDING;
}

function closed(label: string): LicenceFinding {
  return { label, class: "restrictive" };
}

/** The first labels, and how many more there are. */
function joined(findings: readonly LicenceFinding[]): string {
  const labels = [...new Set(findings.map(({ label }) => label))];
  const more = labels.length - LABELS;
  return labels.slice(0, LABELS).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
