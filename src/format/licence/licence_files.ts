import { licenceNamed } from "./_licence_names.ts";

const BASES = ["license", "licence", "copying", "unlicense"];

/** `LICENSE`, `licence.md`, `COPYING.LESSER`, `LICENSE-APACHE-2.0.txt`, `MIT-LICENSE`; not `license.ts`. */
const LICENCE_FILE =
  /^(?<prefix>(?:mit|apache|bsd|gpl)[-_])?(?<base>licen[cs]e|copying|unlicense)(?<variant>(?:[-_](?:[a-z0-9+_-]|\.(?=\d))+)?(?:\.(?:md|markdown|txt|text|rst|adoc|mit|apache2?|bsd|[al]?gpl|lesser|mpl))?)$/i;

/** Files of licences that other people's work in the directory is under. */
const OTHERS = /third|3rd|part(?:y|ies)|depend|vendor|notice|bundled/i;

/**
 * How plain the name of a licence file is, 0 the plainest (`LICENSE`): of a directory's licence files the
 * one of the lowest rank speaks. Null for any other file. Letter case does not count.
 */
export function licenceFileRank(name: string): number | null {
  const { prefix = "", base, variant = "" } = LICENCE_FILE.exec(name)?.groups ?? {};
  if (base === undefined || OTHERS.test(variant)) return null;
  return (prefix.length + variant.length) * BASES.length + BASES.indexOf(base.toLowerCase());
}

/** Whether the name says which licence the file holds, such as `LICENSE-MIT`: several such are a choice. */
export function isNamedAfterLicence(name: string): boolean {
  const { prefix, variant = "" } = LICENCE_FILE.exec(name)?.groups ?? {};
  const named = variant.replace(/^[-_.]/, "").replace(/\.(?:md|markdown|txt|text|rst|adoc)$/i, "");
  return prefix !== undefined || licenceNamed(named) !== null;
}
