import type { UnpublishedReason } from "../../../contracts/problems.ts";
import type { NotServed, NotServedReason } from "./_not_served.ts";
import { counted, firstOf, pathText } from "./terminal_text.ts";
import type { CheckedSkill, CheckReport } from "./check_report.ts";

/** Paths that a group names on one screen. */
const NAMED = 3;
const LONGEST_PATH = 100;

const UNPUBLISHED: Readonly<Record<UnpublishedReason, string>> = {
  name_directory_mismatch: "the name is not that of the directory",
  invalid_name: "the name breaks the rule for names",
  description_too_long: "the description is over 1,024 characters",
  too_many_files: "more files than a host takes",
  too_large: "more bytes than a host takes",
  file_unavailable: "a file of it is not stored",
  duplicate: "a copy of another one",
  hidden: "under a hidden directory, beside visible skills",
  uri_collision: "its name is also that of a directory",
  described_only: "its licence keeps it at its source",
};

const NOT_SERVED: Readonly<Record<NotServedReason, string>> = {
  excluded: "excluded by a SKILLCDN.md",
  closed: "closed, because a SKILLCDN.md above cannot be read",
  licence: "kept at the source by the licence",
  link: "symbolic links, which are not followed",
  submodule: "submodules, which are not read",
  unservable: "no path that can be served",
  unreachable: "part of no skill and no document directory, and no link leads there",
};

interface Group {
  readonly what: string;
  readonly why: string;
  readonly paths: readonly string[];
}

/** What of the directory an agent does not get, by reason, with how many and the first few. */
export function leftOutLines(report: CheckReport, all: boolean): string[] {
  const shown = (path: string) => pathText(path, all ? undefined : LONGEST_PATH);
  const groups: readonly Group[] = [
    ...invalidSkills(report, shown),
    ...skillGroups(report, shown),
    ...largeFiles(report, shown),
    ...fileGroups(report, shown),
  ];
  return groups.flatMap(({ what, why, paths }) => [
    `- ${what}: ${why}`,
    ...(all ? paths : [firstOf(paths, NAMED)]).map((text) => `  - ${text}`),
  ]);
}

type Shown = (path: string) => string;

function invalidSkills({ invalidSkills }: CheckReport, shown: Shown): Group[] {
  if (invalidSkills.length === 0) return [];
  const what = counted(invalidSkills.length, "SKILL.md", "SKILL.md files");
  return [{ what, why: "no skill, as the findings say", paths: invalidSkills.map(shown) }];
}

function skillGroups({ skills }: CheckReport, shown: Shown): Group[] {
  const reasonOf = ({ unlisted, extension }: CheckedSkill) => unlisted ?? extension.reason;
  const groups: Group[] = [];
  for (const [reason, left] of largestFirst(Map.groupBy(skills, reasonOf))) {
    if (reason === null) continue;
    const skipped = left.some(({ unlisted }) => unlisted !== null) ? "browsing, search and " : "";
    const from = reason === "described_only"
      ? "but for the description"
      : `not in ${skipped}the skills extension`;
    groups.push({
      what: `${counted(left.length, "skill")} ${from} (${reason})`,
      why: UNPUBLISHED[reason],
      paths: left.map(({ path, duplicateOf }) =>
        duplicateOf === null ? shown(path) : `${shown(path)} (of ${shown(duplicateOf)})`
      ),
    });
  }
  return groups;
}

function largeFiles({ skills }: CheckReport, shown: Shown): Group[] {
  const paths = skills.flatMap(({ files }) => files.filter(({ stored }) => !stored));
  if (paths.length === 0) return [];
  const why = "over the read limit, so that only the address at the host is told";
  return [{ what: counted(paths.length, "file"), why, paths: paths.map(({ path }) => shown(path)) }];
}

function fileGroups({ notServed }: CheckReport, shown: Shown): Group[] {
  const textOf = ({ path, files, rule }: NotServed) => {
    const notes = [...(path.endsWith("/") ? [counted(files, "file")] : []), ...(rule === null ? [] : [rule])];
    return `${shown(path)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
  };
  return largestFirst(Map.groupBy(notServed, ({ reason }) => reason)).map(([reason, left]) => ({
    what: `${counted(left.reduce((sum, { files }) => sum + files, 0), "file")} not served`,
    why: NOT_SERVED[reason],
    paths: left.map(textOf),
  }));
}

function largestFirst<Key, Item>(groups: Map<Key, Item[]>): [Key, Item[]][] {
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}
