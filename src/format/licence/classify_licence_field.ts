import type { LicenceFinding } from "../../../contracts/licences.ts";
import { oneLine, shorten } from "../text/one_line.ts";
import { licenceExpression } from "./_licence_expression.ts";
import { licenceNamed } from "./_licence_names.ts";
import { licenceOfUrl } from "./_licence_urls.ts";

/** Characters of a field that are looked at; what is longer is nobody's licence name. */
const LONGEST = 500;

/** Characters of a label. */
const LABEL = 200;

/** Words of a clause that only says where the licence is, such as `See LICENSE.txt for complete terms`. */
const POINTER =
  /^(?:see|please|refer|read|found|available|to|the|in|at|is|are|has|have|of|for|by|a|this|with|under|on|same|as|its|own|file|files|root|repo|repository|project|directory|folder|full|complete|terms|text|details|spdx|identifier|licen[cs]es?|licen[cs]ed|copying|md|txt|information|more|above|below)$/i;

/** Ends of clauses, so that what a field says and where it says to look are told apart. */
const CLAUSES = /(?:[.;:](?=\s|$)|\s[-–—]\s|[()[\]])+/;

const INTRODUCTION =
  /^(?:this (?:\w+ )?is )?(?:(?:dual[- ])?licen[cs]ed|released|available|distributed|published) under (?:the )?(?:terms of )?(?:the )?/i;

/** Who holds the rights: a year and a name, and nothing that could be a term. */
const HOLDER = /\s*(?:©|\([cC]\)|[cC]opyright)[\s\d,–-]*(?:\p{Lu}[\p{L}.&-]*\s*){0,5}$/u;

/**
 * What a `license` field says: SPDX expressions and the usual spellings, else the field's own words,
 * which nobody can rely on and which are restrictive. `elsewhere` when it only points at another text.
 */
export function classifyLicenceField(text: string): LicenceFinding | "elsewhere" {
  const field = oneLine(text.slice(0, LONGEST + 1));
  const unknown: LicenceFinding = { label: shorten(field, LABEL), class: "restrictive" };
  if (field.length > LONGEST) return unknown;
  const whole = known(field);
  if (whole !== null) return shown(whole);
  const telling = field.replace(HOLDER, "").split(CLAUSES).filter((clause) => !isPointer(clause));
  if (telling.length === 0) return isPointer(field) ? "elsewhere" : unknown;
  const findings = telling.map(known);
  const [first] = findings;
  // `MIT License (MIT). See LICENSE` says one licence twice; two that differ both apply.
  const isOne = first !== null && first !== undefined &&
    findings.every((finding) => finding?.label === first.label);
  if (isOne) return shown(first);
  return findings.every((finding) => finding?.class === "permissive")
    ? { ...unknown, class: "permissive" }
    : unknown;
}

function known(clause: string): LicenceFinding | null {
  const name = clause.trim().replace(INTRODUCTION, "");
  return licenceNamed(name) ?? licenceOfUrl(name) ?? licenceExpression(name);
}

function isPointer(clause: string): boolean {
  const words = clause.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return words.every((word) => POINTER.test(word));
}

function shown(finding: LicenceFinding): LicenceFinding {
  return { ...finding, label: shorten(finding.label, LABEL) };
}
