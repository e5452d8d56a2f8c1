/** The log for code scanning is one by SARIF 2.1.0: the rules of its schema for every member that is used. */
import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { PROBLEM_MEANINGS } from "../../../src/cli/mod.ts";
import { checkable, type Files } from "../../support/checkable.ts";

const closed = (required: readonly string[], properties: Record<string, unknown>) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

/** Section 3.11: a message string has a text. */
const MESSAGE = closed(["text"], { text: { type: "string", minLength: 1 } });

/** By sarif-schema-2.1.0, closed to the members that the standard defines and this check writes. */
const SCHEMA = closed(["version", "runs", "$schema"], {
  $schema: { type: "string", format: "uri", pattern: "^https://.*sarif-schema-2\\.1\\.0\\.json$" },
  version: { enum: ["2.1.0"] },
  runs: {
    type: "array",
    minItems: 1,
    maxItems: 1,
    items: closed(["tool", "results", "columnKind"], {
      columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
      tool: closed(["driver"], {
        driver: closed(["name", "rules"], {
          name: { type: "string", minLength: 1 },
          rules: {
            type: "array",
            uniqueItems: true,
            items: closed(["id", "shortDescription", "fullDescription", "help"], {
              id: { type: "string" },
              shortDescription: MESSAGE,
              fullDescription: MESSAGE,
              help: MESSAGE,
            }),
          },
        }),
      }),
      results: {
        type: "array",
        items: closed(["message", "ruleId", "ruleIndex", "level", "locations"], {
          ruleId: { type: "string" },
          ruleIndex: { type: "integer", minimum: 0 },
          level: { enum: ["none", "note", "warning", "error"] },
          message: MESSAGE,
          locations: {
            type: "array",
            // Code scanning shows the first, and nothing without one.
            minItems: 1,
            items: closed(["physicalLocation"], {
              physicalLocation: closed(["artifactLocation"], {
                artifactLocation: closed(["uri"], {
                  uri: { type: "string", format: "uri-reference" },
                  uriBaseId: { type: "string" },
                }),
                region: closed(["startLine"], {
                  startLine: { type: "integer", minimum: 1 },
                  startColumn: { type: "integer", minimum: 1 },
                }),
              }),
            }),
          },
        }),
      },
    }),
  },
});

const validate = new Ajv({
  allErrors: true,
  formats: { uri: isUri, "uri-reference": isUriReference },
}).compile(SCHEMA);

/** The characters of RFC 3986, every percent sign an escape, no scheme where none is wanted. */
function isUriReference(text: string): boolean {
  return /^(?:[A-Za-z0-9\-._~!$&'()*+,;=@/?#[\]]|%[0-9A-F]{2})+$/.test(text);
}

function isUri(text: string): boolean {
  return URL.canParse(text);
}

const FILES: Files = {
  "docs/guide.md": "# Guide\n\nSee [more](gone.md).\n",
  "skills/alpha/SKILL.md": "---\nname: beta\ndescription: Does it.\n---\nSee [x](stile.md).\n",
  "skills/alpha/style.md": "# Style\n",
  "skills/broken: 100%/SKILL.md": "# None\n",
  "skills/\u00e9 #1?/SKILL.md": "---\nname: e\ndescription: '##[group]'\n---\n",
  "a\\b.md": "x",
};

async function sarifOf(files: Files, prefix = "") {
  await using made = await checkable(files);
  const [report, { out }] = [await made.report(), await made.check({ format: "sarif", prefix })];
  return { report, log: JSON.parse(out), out };
}

Deno.test("check prints a log that the rules of SARIF 2.1.0 allow, with and without findings", async () => {
  const clean = { "SKILL.md": "---\nname: alpha\ndescription: Does it.\n---\nSteps\n" };
  for (const files of [FILES, clean, { "README.md": "# Nothing\n" }]) {
    const { log } = await sarifOf(files);
    assert(validate(log), JSON.stringify(validate.errors, null, 2));
  }
});

Deno.test("check puts each problem into the log once, at its place, under a rule that explains it", async () => {
  const { report, log } = await sarifOf(FILES, "library/");
  const [{ results, tool: { driver: { rules } } }] = log.runs;
  assert.equal(results.length, report.problems.length);
  results.forEach((result: { ruleId: string; ruleIndex: number; level: string }, index: number) => {
    const problem = report.problems[index];
    assert.equal(result.ruleId, problem?.code);
    assert.equal(rules[result.ruleIndex].id, result.ruleId);
    assert.equal(result.level, problem?.severity === "info" ? "note" : problem?.severity);
  });
  const link = results.find(({ message }: { message: { text: string } }) =>
    message.text.includes("stile.md")
  );
  assert.deepEqual(link, {
    ruleId: "link_missing",
    ruleIndex: rules.findIndex(({ id }: { id: string }) => id === "link_missing"),
    level: "warning",
    message: {
      text:
        'A link leads to "skills/alpha/stile.md", where there is no file; did you mean "skills/alpha/style.md"?',
    },
    locations: [{
      physicalLocation: {
        artifactLocation: { uri: "library/skills/alpha/SKILL.md", uriBaseId: "%SRCROOT%" },
        region: { startLine: 5, startColumn: 9 },
      },
    }],
  });
});

Deno.test("check writes paths as URI references that lead back to the files", async () => {
  const { report, log } = await sarifOf(FILES, "my library/");
  const uris: string[] = log.runs[0].results.map((
    { locations: [{ physicalLocation }] }: {
      locations: [{ physicalLocation: { artifactLocation: { uri: string } } }];
    },
  ) => physicalLocation.artifactLocation.uri);
  assert.deepEqual(uris.map(decodeURIComponent), report.problems.map(({ path }) => `my library/${path}`));
  const nothing = await sarifOf({ "README.md": "# Nothing\n" });
  assert.equal(nothing.log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri, ".");
});

Deno.test("check has a sentence for every code", () => {
  for (const [code, meaning] of Object.entries(PROBLEM_MEANINGS)) {
    assert.match(code, /^[a-z0-9_]+$/);
    assert.match(meaning, /^[A-Z].*[^.]$/, code);
  }
});
