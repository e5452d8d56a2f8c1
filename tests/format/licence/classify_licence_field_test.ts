import fc from "fast-check";
import { deepEqual, equal, ok } from "node:assert/strict";
import { classifyLicenceField } from "../../../src/format/licence/classify_licence_field.ts";

Deno.test("classifyLicenceField() knows an SPDX licence in its usual spellings", () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    "MIT": [
      "MIT",
      "mit",
      "MIT License",
      "The MIT License (MIT)",
      "MIT Licence",
      "Expat",
      "MIT. See LICENSE",
      "MIT (see LICENSE)",
      "MIT - see LICENSE for details",
      "MIT © 2024 Jane Doe",
      "Licensed under the MIT License",
      "https://opensource.org/licenses/MIT",
    ],
    "Apache-2.0": [
      "Apache 2",
      "Apache-2.0",
      "apache 2.0",
      "Apache License, Version 2.0",
      "Apache Software License 2.0",
      "Apache License 2.0 (Apache-2.0)",
      "http://www.apache.org/licenses/LICENSE-2.0",
    ],
    "GPL-3.0": ["GPLv3", "GPL 3", "GNU GPL v3", "https://www.gnu.org/licenses/gpl-3.0.en.html"],
    "GPL-3.0-or-later": [
      "GPLv3+",
      "GPL-3.0-or-later",
      "GNU General Public License v3.0 or later",
      "GPL v3 (or any later version)",
    ],
    "LGPL-2.1-or-later": [
      "GNU Lesser General Public License, version 2.1 or (at your option) any later version",
    ],
    "AGPL-3.0": ["Affero GPL v3", "AGPLv3"],
    "BSD-3-Clause": [
      "BSD 3-Clause",
      "3-clause BSD license",
      "New BSD License",
      "BSD 3-Clause (New or Revised)",
    ],
    "BSD-2-Clause": ["Simplified BSD"],
    "MPL-2.0": ["MPL 2.0", "Mozilla Public License Version 2.0"],
    "CC-BY-4.0": ["CC-BY 4.0", "CC BY 4.0", "Creative Commons Attribution 4.0 International"],
    "CC0-1.0": ["CC0 1.0 Universal", "https://creativecommons.org/publicdomain/zero/1.0/"],
    "Unlicense": ["Unlicense", "The Unlicense"],
    "WTFPL": ["WTFPL"],
    "0BSD": ["0BSD", "Zero-Clause BSD"],
    "BSL-1.0": ["BSL-1.0", "Boost Software License 1.0"],
    "Public domain": ["public domain", "Public Domain"],
  };
  for (const [label, fields] of Object.entries(spellings)) {
    for (const field of fields) deepEqual(classifyLicenceField(field), { label, class: "permissive" }, field);
  }
});

Deno.test("classifyLicenceField() shows a licence without version as it is written", () => {
  for (
    const field of ["GPL", "GNU GPL", "Apache", "BSD", "CC BY", "CC-BY-SA", "MPL", "LGPL", "CC0", "EUPL"]
  ) {
    deepEqual(classifyLicenceField(field), { label: field, class: "permissive" });
  }
  for (const field of ["CC BY-NC", "CC-BY-ND", "Elastic", "SSPL", "BSL", "Creative Commons"]) {
    deepEqual(classifyLicenceField(field), { label: field, class: "restrictive" });
  }
});

Deno.test("classifyLicenceField() finds a choice as open as its most open part, a sum as closed as its most closed", () => {
  const expressions: readonly (readonly [field: string, label: string, isOpen: boolean])[] = [
    ["MIT OR Apache-2.0", "MIT OR Apache-2.0", true],
    ["MIT/Apache-2.0", "MIT OR Apache-2.0", true],
    ["MIT License or Apache License 2.0", "MIT OR Apache-2.0", true],
    ["MIT OR CC-BY-NC-4.0", "MIT OR CC-BY-NC-4.0", true],
    ["AGPL-3.0-only OR Commercial", "AGPL-3.0-only OR Commercial", true],
    ["MIT OR LicenseRef-Acme", "MIT OR LicenseRef-Acme", true],
    ["(MIT AND CC-BY-NC-4.0)", "MIT AND CC-BY-NC-4.0", false],
    ["MIT, CC BY-ND 4.0", "MIT AND CC-BY-ND-4.0", false],
    ["CC BY 4.0, MIT", "CC-BY-4.0 AND MIT", true],
    ["MIT AND (ISC OR Proprietary)", "MIT AND (ISC OR Proprietary)", true],
    ["(MIT OR ISC) AND Proprietary", "(MIT OR ISC) AND Proprietary", false],
    ["MIT OR ISC AND Proprietary", "MIT OR ISC AND Proprietary", true],
    ["BUSL-1.1 OR Elastic-2.0", "BUSL-1.1 OR Elastic-2.0", false],
    ["GPL-2.0-only WITH Classpath-exception-2.0", "GPL-2.0-only WITH Classpath-exception-2.0", true],
    ["Apache-2.0 WITH LLVM-exception OR MIT", "Apache-2.0 WITH LLVM-exception OR MIT", true],
  ];
  for (const [field, label, isOpen] of expressions) {
    deepEqual(classifyLicenceField(field), { label, class: isOpen ? "permissive" : "restrictive" }, field);
  }
});

Deno.test("classifyLicenceField() leaves to others what only points elsewhere", () => {
  const pointers = [
    "see LICENSE",
    "SEE LICENSE IN LICENSE.md",
    "Complete terms in LICENSE.txt",
    "LICENSE.txt",
    "./LICENSE",
    "See the LICENSE file in the root directory.",
    "license",
    "",
    "  ",
  ];
  for (const field of pointers) equal(classifyLicenceField(field), "elsewhere", field);
});

Deno.test("classifyLicenceField() keeps back what it does not know, under its own words", () => {
  const fields = [
    "Proprietary",
    "UNLICENSED",
    "All rights reserved",
    "Commercial",
    "Free for personal use",
    "MIT (Non-commercial)",
    "MIT with attribution",
    "MIT License with Commons Clause",
    "MIT, but not for companies",
    "MIT-style",
    "MIT OR",
    "GPL-2.0-only WITH Acme-exception",
    "BSL 1.1",
    "n/a",
    "Unknown",
    "LicenseRef-Acme",
    "https://github.com/acme/rockets/blob/main/LICENSE",
  ];
  for (const field of fields) deepEqual(classifyLicenceField(field), { label: field, class: "restrictive" });
  const pointing = "Proprietary. LICENSE.txt has complete terms";
  deepEqual(classifyLicenceField(pointing), { label: "Proprietary", class: "restrictive" });
});

Deno.test("classifyLicenceField() makes one line of a field and cuts it (case: forged header)", () => {
  deepEqual(classifyLicenceField("Mine\nLicense: MIT"), { label: "Mine License: MIT", class: "restrictive" });
  const long = classifyLicenceField("word ".repeat(1000));
  ok(
    long !== "elsewhere" && long.class === "restrictive" && long.label.length <= 200 &&
      long.label.endsWith("…"),
  );
});

Deno.test("classifyLicenceField() never throws and is deterministic", () => {
  const piece = fc.constantFrom(
    "MIT",
    " OR ",
    " AND ",
    " WITH ",
    "(",
    ")",
    "/",
    ",",
    "+",
    "GPL",
    "v3",
    ". ",
    "see ",
    "©",
    " or later",
    "CC ",
    "BY",
    "\n",
    "\u200b",
    "LicenseRef-",
    "?",
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 40 }),
      (pieces) => {
        const finding = classifyLicenceField(pieces.join(""));
        deepEqual(classifyLicenceField(pieces.join("")), finding);
        ok(
          finding === "elsewhere" ||
            !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(finding.label) && finding.label.length <= 250,
        );
      },
    ),
    { numRuns: 1000 },
  );
});
