import { styleText } from "node:util";
import { oneLine, shorten } from "../format/mod.ts";
import type { NotServedReason } from "./_not_served.ts";
import type { CheckedLicence, CheckedProblem, CheckedSkill, CheckReport } from "./check_report.ts";

/** Longer lists end in a count: `--json` has them whole. */
const SHOWN = { files: 12, documents: 60, notServed: 60, links: 100, problems: 200 } as const;

const REASONS: Readonly<Record<NotServedReason, string>> = {
  excluded: "excluded by a SKILLCDN.md",
  closed: "closed, because a SKILLCDN.md above it cannot be read",
  licence: "kept at its source by its licence",
  link: "a symbolic link, which is not followed",
  submodule: "a submodule, which is not read",
  unreachable: "part of no skill and no document directory, and no link leads to it",
};

const COLOURS = { error: "red", warning: "yellow", info: "cyan" } as const;

/**
 * The report for a person. What a repository holds is never the start of a line, and never brings
 * control characters or `##[`: a terminal or a workflow runner would obey it.
 */
export function checkText(report: CheckReport, colour: boolean): string {
  const bold = (text: string) => colour ? styleText("bold", text, { validateStream: false }) : text;
  const severity = (kind: CheckedProblem["severity"]) => {
    const word = kind === "info" ? "note" : kind;
    return colour ? styleText(COLOURS[kind], word, { validateStream: false }) : word;
  };
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", bold(title), ...lines];
  const problem = ({ severity: kind, code, message, ...place }: CheckedProblem) =>
    `- ${severity(kind)} ${placeText(place)} (${code}): ${value(message)}`;

  const { findings, counts, manifests, deadLinks } = report;
  const lines = [
    `${bold("Holds")} ${count(counts.skills, "listed skill")}, ${count(counts.documents, "document")}, ${
      count(counts.files, "file")
    }${counts.invalidSkills > 0 ? `, ${count(counts.invalidSkills, "invalid SKILL.md file")}` : ""}`,
    `${bold("Licence")} ${licenceText(report.licence)}`,
    ...(report.partial.length > 0 ? [`${bold("Partial")} ${report.partial.join(", ")}`] : []),
    ...section(
      "Manifests",
      manifests.map(({ path, name, description }) =>
        `- ${value(path)}: ${value(name)}: ${value(description)}`
      ),
    ),
    ...section("Skills", report.skills.flatMap(skillLines)),
    ...section(
      "Documents",
      bounded(
        report.documents,
        SHOWN.documents,
        ({ path, title }) => `- ${value(path)}${title === null ? "" : `: ${value(title)}`}`,
      ),
    ),
    ...section(
      "Not served",
      bounded(
        report.notServed,
        SHOWN.notServed,
        ({ path, files, reason }) =>
          `- ${value(path) || "everything"}${path.endsWith("/") ? ` (${count(files, "file")})` : ""}: ${
            REASONS[reason]
          }`,
      ),
    ),
    ...section(
      "Dead links",
      bounded(
        deadLinks,
        SHOWN.links,
        ({ written, suggestion, ...place }) =>
          `- ${placeText(place)}: ${value(written)}${
            suggestion === null ? "" : `; did you mean ${value(suggestion)}?`
          }`,
      ),
    ),
    ...section("Problems", bounded(report.problems, SHOWN.problems, problem)),
    ...section("What a client is told", report.instructions.split("\n").map((line) => `| ${value(line)}`)),
    "",
    `${count(findings.errors, "error")}, ${count(findings.warnings, "warning")}, ${
      count(findings.notes, "note")
    }`,
  ];
  return lines.join("\n").replaceAll("##[", "## [");
}

function skillLines(skill: CheckedSkill): string[] {
  const { extension, contextBytes, files, unlisted, duplicateOf } = skill;
  const copy = duplicateOf === null ? "" : ` (a copy of ${value(duplicateOf)})`;
  return [
    `- ${value(skill.path)}: ${value(skill.name)}: ${shorten(value(skill.description), 160)}`,
    `  licence ${licenceText(skill.licence)}`,
    `  ${contextBytes === null ? "described only" : `context of ${count(contextBytes, "byte")}`}`,
    `  skills extension: ${extension.listed ? "listed" : `not listed, because of ${extension.reason}`}`,
    ...(unlisted === null ? [] : [`  browsing and search: ${unlisted}${copy}`]),
    ...bounded(
      files,
      SHOWN.files,
      ({ path, bytes, stored }) =>
        `  - ${value(path)} (${count(bytes, "byte")}${stored ? "" : ", over the read limit"})`,
    ),
  ];
}

function bounded<Item>(items: readonly Item[], limit: number, lineOf: (item: Item) => string): string[] {
  const lines = items.slice(0, limit).map(lineOf);
  const more = items.length - lines.length;
  return more > 0 ? [...lines, `- ${more} more: --json lists them`] : lines;
}

function placeText({ path, line, column }: Pick<CheckedProblem, "path" | "line" | "column">): string {
  return [value(path) || ".", line, column].filter((part) => part !== null).join(":");
}

function licenceText(licence: CheckedLicence | null): string {
  return licence === null ? "none" : `${value(licence.label)}, ${licence.class} (${value(licence.path)})`;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

function value(text: string): string {
  return shorten(oneLine(text), 1024);
}
