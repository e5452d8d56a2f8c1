// SEAM: stands in for the licence classification that is merged from main, under the same names. Delete then.
import type { LicenceTerms } from "../../contracts/domain.ts";

const BASES = ["license", "licence", "copying", "unlicense"];
const LICENCE_FILE =
  /^(?<base>licen[cs]e|copying|unlicense)(?<rest>(?:[-_](?:[a-z0-9+_-]|\.(?=\d))+)?(?:\.(?:md|markdown|txt|text|rst|adoc|mit|apache|bsd|[al]?gpl|lesser|mpl))?)$/i;
const POINTER =
  /^(?:see|please|refer|to|the|in|at|is|are|of|for|a|this|file|files|root|repo|repository|project|directory|folder|full|complete|terms|text|details|license|licence|licensed|copying|md|txt|information|more)$/i;

export function licenceFileRank(name: string): number | null {
  const groups = LICENCE_FILE.exec(name)?.groups;
  if (groups === undefined) return null;
  const { base = "", rest = "" } = groups;
  return rest.length * BASES.length + BASES.indexOf(base.toLowerCase());
}

export function classifyLicenceText(text: string): LicenceTerms {
  if (/^\s*MIT( License)?\b/.test(text)) return { label: "MIT", class: "permissive" };
  if (/all rights reserved/i.test(text)) return { label: "All rights reserved", class: "restrictive" };
  return { label: "unrecognized licence text", class: "restrictive" };
}

export function classifyLicenceField(field: string): LicenceTerms | "elsewhere" {
  const words = field.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  if (words.every((word) => POINTER.test(word))) return "elsewhere";
  const open = /^(?:MIT|ISC|Apache-2\.0|CC-BY-4\.0|Apache-2\.0 OR MIT)$/.test(field);
  return { label: field, class: open ? "permissive" : "restrictive" };
}
