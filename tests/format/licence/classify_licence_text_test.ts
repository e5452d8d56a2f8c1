import fc from "fast-check";
import { deepEqual, equal, ok } from "node:assert/strict";
import { spdxLicences as spdx } from "../../packages/spdx_license_list.ts";
import table from "../../../src/format/licence/_spdx_licences.json" with { type: "json" };
import { classifyLicenceText } from "../../../src/format/licence/classify_licence_text.ts";

const permissive = (label: string) => ({ label, class: "permissive" });
const restrictive = (label: string) => ({ label, class: "restrictive" });

function textOf(id: string): string {
  const { licenseText = "" } = spdx[id] ?? {};
  ok(licenseText, id);
  return licenseText;
}

/** Licences that are one text: which of them is meant, only its user says. */
const ONE_TEXT: Readonly<Record<string, string>> = {
  "CAL-1.0-Combined-Work-Exception": "CAL-1.0",
  "MPL-2.0-no-copyleft-exception": "MPL-2.0",
  "StandardML-NJ": "SMLNJ",
  "zlib-acknowledgement": "Nunit",
};

function labelOf(id: string): string {
  return ONE_TEXT[id] ?? id
    .replace(/^(OFL-1\.\d)-(?:no-)?RFN$/, "$1")
    .replace(/(?<=^(?:A|L)?GPL-\d\.\d)(?:-only|-or-later|\+)$/, "")
    .replace(/(?<=^GFDL-\d\.\d)-.*$/, "");
}

const MIT = textOf("MIT").replace(/<year> <copyright holders>/, "2024 Jane Doe");
const APACHE = textOf("Apache-2.0");

Deno.test("classifyLicenceText() knows the list that its table was made of", () => {
  deepEqual(Object.keys(table.names), Object.keys(spdx).sort());
});

Deno.test("classifyLicenceText() knows every text of the SPDX list, and those the OSI approves as open", () => {
  for (const [id, { osiApproved, licenseText }] of Object.entries(spdx)) {
    const finding = classifyLicenceText(licenseText);
    equal(finding.label, labelOf(id));
    if (osiApproved) equal(finding.class, "permissive", id);
    if (/^CC-BY-(?:NC|ND)/.test(id)) equal(finding.class, "restrictive", id);
  }
});

Deno.test("classifyLicenceText() sets aside how a copy is written down", () => {
  const copies: Readonly<Record<string, (text: string) => string>> = {
    "in capitals": (text) => text.toUpperCase(),
    "as a comment": (text) => `/*\n${text.replace(/^/gm, " * ")}\n */`,
    "quoted, with other bullets and quotes": (text) =>
      `# Licence\n\n${
        text.replace(/^(\s*)\d+[.)]/gm, "$1-").replace(/"([^"]*)"/g, "“$1”").replace(/^/gm, "> ")
      }`,
    "with names and years filled in": (text) =>
      text.replace(/<(?!\w+:)[^<>\n]{1,60}>/g, "Acme Rockets Ltd.").replace(/\b(?:19|20)\d\d\b/g, "2023"),
    "under a title and a notice": (text) =>
      `Rockets\n=======\n\nCopyright (c) 2021-2024 Jane Doe <jane@example.org>\nAll rights reserved.\n\n${text}`,
    "with line ends of Windows": (text) => text.replace(/\n/g, "\r\n"),
  };
  const ids = Object.keys(spdx).filter((_, index) => index % 9 === 0);
  const popular = [
    "MIT",
    "Apache-2.0",
    "BSD-3-Clause",
    "GPL-3.0-only",
    "MPL-2.0",
    "CC-BY-4.0",
    "CC-BY-NC-4.0",
  ];
  for (const id of [...ids, ...popular]) {
    for (const [how, copy] of Object.entries(copies)) {
      equal(classifyLicenceText(copy(textOf(id))).label, labelOf(id), `${id} ${how}`);
    }
  }
});

Deno.test("classifyLicenceText() sets aside where the lines break", () => {
  for (const id of ["MIT", "Apache-2.0", "BSD-3-Clause", "ISC", "GPL-2.0-only", "CC0-1.0", "Unlicense"]) {
    const paragraphs = textOf(id).split(/\n\s*\n/).map((paragraph) => paragraph.trim().split(/\s+/));
    const wrapped = paragraphs.map((words) => words.join(" ").replace(/(.{1,40})(?: |$)/g, "$1\n"));
    equal(classifyLicenceText(wrapped.join("\n")).label, labelOf(id), id);
  }
});

Deno.test("classifyLicenceText() knows a text without its title or appendix", () => {
  const [, ...untitled] = MIT.split("\n");
  deepEqual(classifyLicenceText(untitled.join("\n")), permissive("MIT"));
  deepEqual(classifyLicenceText(APACHE.split("END OF TERMS")[0] ?? ""), permissive("Apache-2.0"));
  const [lesser = ""] = textOf("LGPL-3.0-only").split(/GNU GENERAL PUBLIC LICENSE\s+Version 3/);
  deepEqual(classifyLicenceText(lesser), permissive("LGPL-3.0"));
});

Deno.test("classifyLicenceText() knows a licence that is named instead of copied", () => {
  const cases: readonly (readonly [text: string, label: string])[] = [
    ["MIT License\n\nCopyright (c) 2024 Jane Doe", "MIT"],
    ["# Licence\n\nThis project is licensed under the MIT License - see the [LICENSE](LICENSE) file.", "MIT"],
    ["SPDX-License-Identifier: Apache-2.0 OR MIT\n", "Apache-2.0 OR MIT"],
    ["Code and texts are released under the terms of the Mozilla Public License, version 2.0.", "MPL-2.0"],
    [
      'Copyright 2024 Jane\n\nLicensed under the Apache License, Version 2.0 (the "License");\nyou may not use this ' +
      "file except in compliance with the License.\nYou may obtain a copy of the License at\n\n" +
      "    http://www.apache.org/licenses/LICENSE-2.0\n\nUnless required by applicable law or agreed to in writing, " +
      'software\ndistributed under the License is distributed on an "AS IS" BASIS,\nWITHOUT WARRANTIES OR ' +
      "CONDITIONS OF ANY KIND, either express or implied.",
      "Apache-2.0",
    ],
    [
      "This program is free software: you can redistribute it and/or modify it under the terms of the GNU General " +
      "Public License as published by the Free Software Foundation, either version 3 of the License, or (at your " +
      "option) any later version.",
      "GPL-3.0-or-later",
    ],
    [
      "This work is licensed under a Creative Commons Attribution 4.0 International License. To view a copy of " +
      "this license, visit http://creativecommons.org/licenses/by/4.0/.",
      "CC-BY-4.0",
    ],
    [
      "Licensed under either of\n\n * Apache License, Version 2.0 ([LICENSE-APACHE](LICENSE-APACHE))\n" +
      " * MIT license ([LICENSE-MIT](LICENSE-MIT))\n\nat your option.",
      "MIT, Apache-2.0",
    ],
    [
      "This software is made available under the terms of *either* of the licenses found in LICENSE.APACHE2 or " +
      "LICENSE.MIT.",
      "Apache-2.0, MIT",
    ],
    ["I hereby dedicate this work to the public domain.", "Public domain"],
  ];
  for (const [text, label] of cases) {
    const finding = classifyLicenceText(text);
    equal(finding.class, "permissive", text);
    equal(finding.label, label);
  }
});

Deno.test("classifyLicenceText() knows the summary of a Creative Commons licence", () => {
  const summary = (name: string, terms: string) =>
    `${name}\n\nYou are free to:\n\nShare — copy and redistribute the material in any medium or format.\n\n` +
    `Under the following terms:\n\n${terms}\n\nNo additional restrictions — You may not apply legal terms or ` +
    "technological measures that legally restrict others from doing anything the license permits.";
  const credit = "Attribution — You must give appropriate credit, provide a link to the license.";
  const open = summary("Creative Commons Attribution 4.0 International (CC BY 4.0)", credit);
  deepEqual(classifyLicenceText(open), permissive("CC-BY-4.0"));
  const closed = summary(
    "CC BY-NC-ND 4.0",
    "NonCommercial — You may not use the material for commercial purposes.",
  );
  deepEqual(classifyLicenceText(closed), restrictive("CC-BY-NC-ND-4.0"));
});

Deno.test("classifyLicenceText() takes terms that are added to an open text for a restriction", () => {
  const additions: readonly (readonly [text: string, label: string])[] = [
    [
      "“Commons Clause” License Condition v1.0\n\nThe grant of rights under the License will not include, and the " +
      `License does not grant to you, the right to Sell the Software.\n\n${APACHE}`,
      "Apache-2.0 with Commons Clause",
    ],
    [`${MIT}\nThe software may be used for non-commercial purposes only.`, "MIT with added terms"],
    [`${APACHE}\nYou may not use this work to train machine learning models.`, "Apache-2.0 with added terms"],
    [`You may not sell the Program.\n\n${textOf("GPL-3.0-only")}`, "GPL-3.0 with added terms"],
    [`${MIT}\nRedistribution requires the prior written consent of the author.`, "MIT with added terms"],
    [`${MIT}\n本技能仅供学习使用，禁止商业用途。`, "MIT with added terms"],
    [`${MIT}\nUso comercial prohibido.`, "MIT with added terms"],
    [
      `${MIT}\n# Documentation\nCreative Commons Attribution-NonCommercial 4.0 International`,
      "MIT, CC-BY-NC-4.0",
    ],
    [
      "MIT License, more or less.\n\nThis is released under the MIT License, but not for commercial use.",
      "MIT with added terms",
    ],
  ];
  for (const [text, label] of additions) deepEqual(classifyLicenceText(text), restrictive(label));
});

Deno.test("classifyLicenceText() takes an open text that gives less for a restriction", () => {
  const flat = MIT.replace(/\s+/g, " ");
  const changes = [
    flat.replace("publish, distribute, sublicense, and/or sell", "and use"),
    flat.replace("deal in the Software without restriction", "use the Software for non-commercial purposes"),
    flat.replace("is hereby granted", "is hereby not granted"),
    flat.replace(
      "including without limitation",
      "excluding the training of AI models, and including without limitation",
    ),
    flat.replace(
      "any person obtaining",
      "any person or company with less than a million in revenue obtaining",
    ),
  ];
  for (const text of changes) {
    ok(text !== flat);
    equal(classifyLicenceText(text).class, "restrictive", text);
  }
});

Deno.test("classifyLicenceText() lets pass what takes nothing back", () => {
  const harmless = [
    `${MIT}\nThe Rocket name and logo are trademarks of Acme Inc. and may not be used without permission.`,
    `${MIT}\nPlease credit the author when you use this skill.`,
    `<!-- Generated. Do not edit. -->\n${MIT}`,
  ];
  for (const text of harmless) deepEqual(classifyLicenceText(text), permissive("MIT"));
  const dual =
    "Rockets are dual-licensed under the GNU AGPL v3 and a commercial license. Ask sales for the latter.";
  deepEqual(classifyLicenceText(`${dual}\n\n${textOf("AGPL-3.0-only")}`), permissive("AGPL-3.0"));
});

Deno.test("classifyLicenceText() reads several licences in one file", () => {
  deepEqual(
    classifyLicenceText(`${APACHE}\n\nThe vendored parser:\n\n${MIT}`),
    permissive("Apache-2.0, MIT"),
  );
  const exception = textOf("GPL-2.0-with-classpath-exception").replace(/^.*\n/, "");
  equal(classifyLicenceText(textOf("GPL-2.0-only") + exception).class, "permissive");
  deepEqual(classifyLicenceText(MIT + textOf("CC-BY-NC-4.0")), restrictive("CC-BY-NC-4.0, MIT"));
});

Deno.test("classifyLicenceText() says honestly why a text is not known", () => {
  const cases: readonly (readonly [text: string | null, label: string])[] = [
    [null, "Unreadable licence text"],
    ["", "Empty licence text"],
    ["\uFEFF \n", "Empty licence text"],
    ["é".repeat(32_769), "Licence text over 64 KiB"],
    [`${MIT}${"\n".repeat(65_536)}`, "Licence text over 64 KiB"],
    ["You owe us a beer.", "Unrecognized licence text"],
    ["Copyright 2024 Acme Inc. All rights reserved.", "All rights reserved"],
    ["Proprietary and confidential. Copying is strictly prohibited.", "Proprietary licence"],
    ["# PolyForm Shield License 1.0.0\n\n## Acceptance\n\nIn order to get any license", "PolyForm"],
    ["Elastic License Agreement\n\nPlease read carefully", "Elastic License"],
    ["Server Side Public License\nVERSION 1", "Server Side Public License"],
    ["This software is not in the public domain.", "Unrecognized licence text"],
    [
      "Copyright Acme. All rights reserved. Portions of this software are licensed under the MIT License.",
      "All rights reserved",
    ],
    [
      `Licensed under the MIT License.\n${"You agree to this and to much more. ".repeat(80)}`,
      "Unrecognized licence text",
    ],
  ];
  for (const [text, label] of cases) deepEqual(classifyLicenceText(text), restrictive(label), text ?? "null");
  equal(classifyLicenceText(textOf("BUSL-1.1")).class, "restrictive");
  equal(classifyLicenceText(textOf("FSL-1.1-MIT")).class, "restrictive");
});

Deno.test("classifyLicenceText() never throws, and labels are one short line", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "MIT",
      "\n",
      "licensed under ",
      "the Apache License, Version 2.0",
      " not ",
      "<",
      "[",
      "(c) 2024 ",
    ),
    fc.nat(MIT.length).map((at) => MIT.slice(at, at + 200)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("")), (text) => {
      const finding = classifyLicenceText(text);
      deepEqual(classifyLicenceText(text), finding);
      ok(
        finding.label.length > 0 && finding.label.length <= 600 &&
          !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(finding.label),
      );
    }),
    { numRuns: 200 },
  );
});
