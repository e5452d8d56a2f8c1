import type { CheckedSkill, CheckReport } from "../check/check_report.ts";
import { counted, pathText, valueText } from "../check/terminal_text.ts";
import { licenceText } from "../check/listing.ts";

/** A context that grew or shrank by less is not worth a line. */
const FELT_BYTES = 100;

/** Lines of one change of the directory; a branch that is switched changes everything. */
const MOST_LINES = 20;

/**
 * What changed in what an agent gets, a line each, in the words of an author. Repository text in it is in one line
 * and without control characters.
 */
export function reportChanges(before: CheckReport, after: CheckReport): string[] {
  const lines = [
    ...skillChanges(before, after),
    ...listChanges("folder", manifestsOf(before), manifestsOf(after)),
    ...listChanges("document", documentsOf(before), documentsOf(after)),
    ...licenceChange("the repository", before.licence, after.licence),
    ...linkChanges(before, after),
    ...problemChanges(before, after),
  ];
  if (lines.length === 0 && before.commit !== after.commit) {
    return ["files changed; skills, sizes, links and findings are as before"];
  }
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `and ${counted(lines.length - MOST_LINES, "more change")}`];
}

function skillChanges(before: CheckReport, after: CheckReport): string[] {
  const old = new Map(before.skills.map((skill) => [skill.path, skill]));
  const now = new Map(after.skills.map((skill) => [skill.path, skill]));
  const gone = before.skills.filter(({ path }) => !now.has(path));
  const come = after.skills.filter(({ path }) => !old.has(path));
  const moved = new Map<CheckedSkill, CheckedSkill>();
  for (const skill of come) {
    const from = gone.find((other) => other.name === skill.name && ![...moved.values()].includes(other));
    if (from !== undefined) moved.set(skill, from);
  }
  const came = come.filter((skill) => !moved.has(skill));
  const unreadable = new Set(after.invalidSkills);
  const left = gone.filter((skill) => ![...moved.values()].includes(skill));
  return [
    ...came.map((skill) =>
      `${place(skill)}: skill "${valueText(skill.name)}" added, ${sizeText(skill.contextBytes)}`
    ),
    ...left.map((skill) =>
      `${place(skill)}: skill "${valueText(skill.name)}" ${
        unreadable.has(skill.path) ? "is none as long as this is wrong" : "removed"
      }`
    ),
    ...Array.from(
      moved,
      ([skill, from]) => `${place(skill)}: skill "${valueText(skill.name)}" moved from ${place(from)}`,
    ),
    ...after.skills.flatMap((skill) => {
      const from = old.get(skill.path) ?? moved.get(skill);
      return from === undefined ? [] : differences(from, skill).map((text) => `${place(skill)}: ${text}`);
    }),
  ];
}

function differences(before: CheckedSkill, after: CheckedSkill): string[] {
  const had = new Map(before.files.map(({ path, bytes }) => [path, bytes]));
  const has = new Set(after.files.map(({ path }) => path));
  const isSame = before.path === after.path;
  return [
    ...(before.name === after.name
      ? []
      : [`renamed from "${valueText(before.name)}" to "${valueText(after.name)}"`]),
    ...descriptionChange(before.description, after.description),
    ...contextChange(before.contextBytes, after.contextBytes),
    ...licenceChange(null, before.licence, after.licence),
    ...listingChange(before, after),
    ...(isSame
      ? [
        ...after.files.filter(({ path }) => !had.has(path)).map(({ path, bytes }) =>
          `file ${pathText(path)} added, ${kilobytes(bytes)}`
        ),
        ...before.files.filter(({ path }) => !has.has(path)).map(({ path }) =>
          `file ${pathText(path)} removed`
        ),
      ]
      : []),
  ];
}

function descriptionChange(before: string, after: string): string[] {
  if (before === after) return [];
  const [from, to] = [[...before].length, [...after].length];
  if (from === to) return ["description changed"];
  return [`description ${to < from ? "shortened" : "lengthened"} from ${from} to ${to} characters`];
}

/** Told where it is felt: a letter more is not. */
function contextChange(before: number | null, after: number | null): string[] {
  if (before === null || after === null) return [];
  if (Math.round(before / FELT_BYTES) === Math.round(after / FELT_BYTES)) return [];
  return [`context ${after > before ? "grew" : "shrank"} from ${kilobytes(before)} to ${kilobytes(after)}`];
}

function licenceChange(
  of: string | null,
  before: CheckReport["licence"],
  after: CheckReport["licence"],
): string[] {
  if (before?.label === after?.label && before?.class === after?.class) return [];
  const text = `licence changed from ${licenceText(before)} to ${licenceText(after)}`;
  return [of === null ? text : `${text}, of ${of}`];
}

function listingChange(before: CheckedSkill, after: CheckedSkill): string[] {
  const lines: string[] = [];
  if (before.serving !== after.serving) {
    lines.push(
      after.serving === "full"
        ? "served in full now"
        : "only described now: its licence keeps it at its source",
    );
  }
  if (before.unlisted !== after.unlisted) {
    lines.push(after.unlisted === null ? "listed now" : `no longer listed (${after.unlisted})`);
  }
  if (before.extension.reason !== after.extension.reason) {
    lines.push(
      after.extension.reason === null
        ? "listed by the skills extension now"
        : `not listed by the skills extension (${after.extension.reason})`,
    );
  }
  return lines;
}

/** What is told of by its path: its text for comparison, and its title. */
type Listed = ReadonlyMap<string, string>;

function manifestsOf({ manifests }: CheckReport): Listed {
  return new Map(manifests.map(({ path, name, description }) => [path, `${name}: ${description}`]));
}

function documentsOf({ documents }: CheckReport): Listed {
  return new Map(documents.map(({ path, title }) => [path, title ?? ""]));
}

function listChanges(what: string, before: Listed, after: Listed): string[] {
  const lines: string[] = [];
  for (const [path, text] of after) {
    const old = before.get(path);
    if (old === undefined) lines.push(`${pathText(path)}: ${what} added`);
    else if (old !== text) lines.push(`${pathText(path)}: ${what} is now "${valueText(text, 160)}"`);
  }
  for (const path of before.keys()) if (!after.has(path)) lines.push(`${pathText(path)}: ${what} removed`);
  return lines;
}

function linkChanges(before: CheckReport, after: CheckReport): string[] {
  const keyOf = ({ path, written }: CheckReport["deadLinks"][number]) => JSON.stringify([path, written]);
  const old = new Set(before.deadLinks.map(keyOf));
  const now = new Set(after.deadLinks.map(keyOf));
  const files = new Set(after.skills.flatMap(({ path, files }) => [path, ...files.map((file) => file.path)]));
  const documents = new Set(after.documents.map(({ path }) => path));
  const isThere = (path: string) => files.has(path) || documents.has(path);
  return [
    ...after.deadLinks.filter((link) => !old.has(keyOf(link))).map(({ path, line, written, suggestion }) =>
      `${pathText(path)}${line === null ? "" : `:${line}`}: link to ${valueText(written)} died` +
      (suggestion === null ? "" : `; did you mean ${pathText(suggestion)}?`)
    ),
    ...before.deadLinks.filter((link) => !now.has(keyOf(link)) && isThere(link.path)).map((
      { path, written },
    ) => `${pathText(path)}: link to ${valueText(written)} is no longer dead`),
  ];
}

/** Findings by what they say: one that only wandered to another line is the same. */
function problemChanges(before: CheckReport, after: CheckReport): string[] {
  const keyOf = ({ path, code, message }: CheckReport["problems"][number]) =>
    JSON.stringify([path, code, message]);
  const old = new Set(before.problems.map(keyOf));
  const now = new Set(after.problems.map(keyOf));
  const told = after.problems.filter(({ code }) => code !== "link_missing");
  return [
    ...told.filter((problem) => !old.has(keyOf(problem))).map(({ path, line, severity, code, message }) =>
      `${pathText(path)}${line === null ? "" : `:${line}`}: ${severity === "info" ? "note" : severity}: ` +
      `${valueText(message)} (${code})`
    ),
    ...before.problems.filter((problem) => problem.code !== "link_missing" && !now.has(keyOf(problem))).map((
      { path, message, code },
    ) => `${pathText(path)}: mended: ${valueText(message)} (${code})`),
  ];
}

function place({ path }: CheckedSkill): string {
  return pathText(path);
}

function sizeText(bytes: number | null): string {
  return bytes === null ? "described only" : `context of ${kilobytes(bytes)}`;
}

function kilobytes(bytes: number): string {
  return bytes < 1000 ? counted(bytes, "byte") : `${(bytes / 1000).toFixed(1)} KB`;
}
