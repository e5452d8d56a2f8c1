import { styleText } from "node:util";
import { findingLines } from "./findings.ts";
import { documentLines, licenceText, manifestLines, skillLines } from "./listing.ts";
import { leftOutLines } from "./_left_out.ts";
import { counted, valueText } from "./terminal_text.ts";
import { verdictText } from "./_verdict.ts";
import type { CheckReport } from "./check_report.ts";

export interface TextOptions {
  readonly colour: boolean;
  /** Every skill, file and finding, however long that gets. */
  readonly all: boolean;
  readonly strict: boolean;
}

const PARTIAL: Readonly<Record<CheckReport["partial"][number], string>> = {
  file_limit: "more files than a server takes of a commit: those behind the limit are left out",
  byte_limit: "more bytes than a server takes of a commit: files behind the limit are left out",
};

/**
 * The report for a person: one screen, or with `all` everything. What a repository holds is never the
 * start of a line, and never brings control characters or `##[`: a terminal or a workflow runner would
 * obey it.
 */
export function checkText(report: CheckReport, { colour, all, strict }: TextOptions): string {
  const bold = (text: string) => colour ? styleText("bold", text, { validateStream: false }) : text;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", bold(title), ...lines];
  const lines = [
    ...holdings(report).map(([title, text]) => `${bold(title)} ${text}`),
    ...(all
      ? [
        ...section("Manifests", manifestLines(report)),
        ...section("Skills", skillLines(report)),
        ...section("Documents", documentLines(report)),
      ]
      : []),
    ...section("What an agent does not get", leftOutLines(report, all)),
    ...section("Findings", findingLines(report, { colour, all })),
    ...(all ? section("What a client is told", report.instructions.split("\n").map(quoted)) : []),
    "",
    verdictText(report.findings, strict),
  ];
  return lines.join("\n").replaceAll("##[", "## [");
}

function holdings({ counts, skills, licence, partial }: CheckReport): [title: string, text: string][] {
  const published = skills.filter(({ extension }) => extension.listed).length;
  const browsed = counts.skills.toLocaleString("en");
  return [
    [
      "Skills",
      `${browsed} listed by browsing and search, ${published.toLocaleString("en")} by the skills extension`,
    ],
    [
      "Files",
      `${counts.files.toLocaleString("en")} served, ${counted(counts.documents, "document")} among them`,
    ],
    ["Licence", licenceText(licence)],
    ...partial.map((limit): [string, string] => ["Partial", PARTIAL[limit]]),
  ];
}

function quoted(line: string): string {
  return `| ${valueText(line)}`;
}
