import type { LicenceFinding } from "../../../contracts/licences.ts";
import { licenceExpression } from "./_licence_expression.ts";
import { licenceNamed } from "./_licence_names.ts";
import { licencesOfUrls } from "./_licence_urls.ts";

/** Behind these words a licence is named. */
const UNDER =
  /\b(?:licen[cs]ed|released|(?:re)?distributed?|modify|available|provided|published|shared|covered|governed)\s+(?:\w+\s+){0,3}?(?:under|by|subject to|as)\s+(?:both\s+)?(?:(?:the\s+)?terms(?:\s+and\s+conditions)?\s+of\s+)?/gi;

/** How the GNU licences have their notice name them, and which versions are meant. */
const GNU_NOTICE =
  /\bGNU ((?:Affero |Lesser |Library )?General Public License)\b[^.]{0,120}?\bversion (\d(?:\.\d)?)((?: of the license)?,? or (?:\(at your option\) )?any later version)?/gi;

const IDENTIFIER = /SPDX-License-Identifier:\s*([^\n]{1,200})/gi;

/** A licence file that is pointed at by its name, such as `LICENSE-APACHE` or `LICENSE.MIT`. */
const FILE = /(?<![\w-])LICEN[CS]E[.-]([a-z][a-z\d+-]{1,20}(?:\.\d)?)/gi;

/** Words of a name; few have more. */
const NAME_WORDS = 12;

/** Lines, statements and addresses that are looked at, and the characters of each. */
const LOOKS = 200;
const LONGEST_LINE = 160;

/** The licences that `text` names as its own: in a line by itself, in a statement, by tag, file or address. */
export function licencesStated(text: string): readonly LicenceFinding[] {
  const flat = text.replace(/\s+/g, " ");
  const found = [
    ...looks(text, IDENTIFIER).map(([, tag = ""]) =>
      licenceExpression(tag.replace(/\s*(?:-->|\*\/).*$/, "").trim())
    ),
    ...looks(flat, GNU_NOTICE).map(([, name = "", version = "", later = ""]) =>
      licenceNamed(`${name} ${version}${later === "" ? "" : "+"}`)
    ),
    ...looks(flat, UNDER).map(({ 0: { length }, index }) =>
      leadingName(flat.slice(index + length, index + length + LONGEST_LINE))
    ),
    ...looks(text, FILE).map(([, name = ""]) => licenceNamed(name)),
    ...text.split("\n").slice(0, LOOKS).map(lineName),
    ...licencesOfUrls(text).slice(0, LOOKS),
  ].filter((finding) => finding !== null);
  return [...new Map(found.map((finding) => [finding.label, finding])).values()];
}

function looks(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  return [...text.matchAll(pattern)].slice(0, LOOKS);
}

/** The licence that a line names and nothing else, such as a heading. */
function lineName(line: string): LicenceFinding | null {
  if (line.length > LONGEST_LINE) return null;
  const name = line.replace(/^[\s#*>=/|-]*(?:licen[cs]e\s*:)?|[\s#*=/|-]+$/gi, "");
  return licenceNamed(name) ?? licenceNamed(name.replace(/\(.*$/, ""));
}

/** The longest name that `text` starts with. */
function leadingName(text: string): LicenceFinding | null {
  const words = text.split(/[.;)](?=\s+\D|\s*$)|["“”(]/)[0]?.split(" ").slice(0, NAME_WORDS) ?? [];
  for (let length = words.length; length > 0; length--) {
    const finding = licenceNamed(words.slice(0, length).join(" "));
    if (finding !== null) return finding;
  }
  return null;
}
