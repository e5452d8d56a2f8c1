/*
 * Licences of the SPDX list that restrict who may pass copies on, for what purpose, for what price or
 * in what shape. Every other licence of the list lets copies be passed on with their notice.
 */

const RESTRICTIVE = new RegExp(
  "^(?:" + [
    // no commercial use, no changed copies
    "CC-(?:BY-)?(?:NC|ND).*|CC-BY-(?:NC|ND).*|Aladdin|NCGL-UK-2\\.0|PPL|PolyForm-.*|SUL-1\\.0|CPOL-1\\.02",
    "Lucida-Bitmap-Fonts|JPL-image|ASWF-Digital-Assets-.*",
    // the source may be seen, but not be used in every way
    "BUSL-.*|Elastic-.*|FSL-.*|SSPL-.*",
    // only some purposes, platforms or people
    "BSD-3-Clause-No-(?:Military|Nuclear)-License.*|C-UDA-1\\.0|Hippocratic-.*|IEC-Code-Components-EULA",
    "ISO-permission|JSON|MS-LPL|UnRAR|Unicode-TOU",
    // no permission at all
    "MPEG-SSG",
  ].join("|") + ")$",
);

export function isRestrictive(spdxId: string): boolean {
  return RESTRICTIVE.test(spdxId);
}
