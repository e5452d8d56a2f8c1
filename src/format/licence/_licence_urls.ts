import type { LicenceFinding } from "../../../contracts/licences.ts";
import { licenceNamed } from "./_licence_names.ts";

/** Where licences are published: how an address leads to the name that it stands for. */
const PUBLISHERS: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [/creativecommons\.org\/licenses\/(?<name>[a-z-]{2,12}(?:\/\d\.\d)?)/i, "CC "],
  [/creativecommons\.org\/publicdomain\/(?<name>zero|mark)/i, "CC "],
  [/(?:opensource|spdx)\.org\/licen[cs]es?\/(?<name>[\w.+-]{1,60})/i, ""],
  [/choosealicense\.com\/licenses\/(?<name>[\w.-]{1,60})/i, ""],
  [/apache\.org\/licenses\/LICENSE-(?<name>\d\.\d)/i, "Apache "],
  [/gnu\.org\/(?:copyleft|licenses)\/(?:old-licenses\/)?(?<name>[al]?gpl(?:-\d\.\d)?)/i, ""],
  [/mozilla\.org\/(?:[a-z]{2}-[A-Z]{2}\/)?(?<name>MPL(?:\/\d\.\d)?)/i, ""],
];

/** Names that an address spells in its own way. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  "CC zero": "CC0-1.0",
  "CC mark": "CC-PDM-1.0",
};

/** Addresses in a text, bounded so that a text of nothing else is cheap. */
const ADDRESS = /(?:https?:\/\/|www\.)?[\w-]{1,40}\.(?:org|com)\/[\w./+-]{1,120}/gi;

/** The licence that is published at the one address that `text` is; null when there is none. */
export function licenceOfUrl(text: string): LicenceFinding | null {
  const address = text.trim().replace(/^<|>$/g, "");
  if (/\s/.test(address)) return null;
  for (const [pattern, prefix] of PUBLISHERS) {
    const written = pattern.exec(address)?.groups?.name;
    if (written === undefined) continue;
    const name = prefix + written.replace(/(?:-license)?(?:\.(?:html|txt|php|en|json))*$/i, "");
    return licenceNamed(OWN_NAMES[name] ?? name);
  }
  return null;
}

/** The licences whose published text `text` gives the address of. */
export function licencesOfUrls(text: string): readonly LicenceFinding[] {
  return [...text.matchAll(ADDRESS)].flatMap(([address]) => licenceOfUrl(address) ?? []);
}
