/**
 * Writes `src/format/licence/_spdx_licences.json`, the table that licences are recognized by, from the texts of
 * the SPDX licence list: `deno run --lock=tests/deno.lock --allow-read --allow-write scripts/spdx_licences.ts`.
 */
import { Buffer } from "node:buffer";
import { brotliCompressSync, constants } from "node:zlib";
import { licenceWords } from "../src/format/licence/licence_words.ts";
import { spdxLicences as spdx } from "../tests/packages/spdx_license_list.ts";

const GPL_ENDING =
  "This General Public License does not permit incorporating your program into proprietary programs. If your program is a subroutine library, you may consider it more useful to permit linking proprietary applications with the library. If this is what you want to do, use the GNU Lesser General Public License (GNU Library General Public License) instead of this License.";

const CC_DEED =
  "You are free to: Share, copy and redistribute the material in any medium or format for any purpose, even commercially. Adapt, remix, transform, and build upon the material for any purpose, even commercially. The licensor cannot revoke these freedoms as long as you follow the license terms. Under the following terms: Attribution, You must give appropriate credit, provide a link to the license, and indicate if changes were made. You may do so in any reasonable manner, but not in any way that suggests the licensor endorses you or your use. ShareAlike, If you remix, transform, or build upon the material, you must distribute your contributions under the same license as the original. No additional restrictions, You may not apply legal terms or technological measures that legally restrict others from doing anything the license permits. Notices: You do not have to comply with the license for elements of the material in the public domain or where your use is permitted by an applicable exception or limitation. No warranties are given. The license may not give you all of the permissions necessary for your intended use. For example, other rights such as publicity, privacy, or moral rights may limit how you use the material.";

/** What is said of a licence beside its text and would otherwise look like terms of somebody's own. */
function supplementOf(id: string): string {
  if (/^GPL-2\.0(?:-only|-or-later|\+)?$/.test(id)) return GPL_ENDING;
  return /^CC-BY(?:-SA)?-[34]\.0$/.test(id) ? CC_DEED : "";
}

const words = new Map<string, number>();
const texts = new Map<string, { readonly ids: string[]; readonly sequence: readonly number[] }>();
const ids = Object.keys(spdx).sort();
for (const id of ids) {
  // The words before the marker are those that a copy must have.
  const text = `${spdx[id]?.licenseText}\nEND OF TERMS AND CONDITIONS\n${supplementOf(id)}`;
  const sequence = licenceWords(text).map(({ word }) => numberOf(word));
  const known = texts.get(sequence.join());
  if (known === undefined) texts.set(sequence.join(), { ids: [id], sequence });
  else known.ids.push(id);
}

const sequences = [...texts.values()].map(({ sequence }) => sequence);
const packed = Buffer.from(Uint16Array.from(sequences.flat()).buffer);
const table = {
  names: Object.fromEntries(ids.map((id) => [id, spdx[id]?.name])),
  texts: Object.fromEntries([...texts.values()].map(({ ids, sequence }) => [ids.join(" "), sequence.length])),
  words: compressed(Buffer.from([...words.keys()].join(" "))),
  sequences: compressed(packed),
};
const file = new URL("../src/format/licence/_spdx_licences.json", import.meta.url);
await Deno.writeTextFile(file, `${JSON.stringify(table, null, 2)}\n`);

function numberOf(word: string): number {
  const known = words.get(word);
  if (known !== undefined) return known;
  words.set(word, words.size);
  return words.size - 1;
}

function compressed(bytes: Buffer): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(bytes, { params }).toString("base64");
}
