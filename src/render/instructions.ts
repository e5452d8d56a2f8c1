import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { FolderSummary, MountOverview } from "../../contracts/reading.ts";
import { problemLines } from "./_problems.ts";
import { NOTICES, partialLine, revisionName, staleFactsLines, staleLines, stateLine } from "./_citation.ts";
import { countText, plainCount, value } from "./_value.ts";

const TOOLS = [
  "How to work here:",
  "- browse_repo lists one folder; without arguments the mounted one. search_repo finds skills and documents by their words.",
  "- load_skill gives a skill's rules and instructions by the exact path of its SKILL.md. Load a skill before using it, and " +
  "while the result says it is not complete, call again with the cursor it names.",
  "- read_repo_file gives the text of any other file.",
  "- Paths start at the repository root, also where a directory is mounted.",
];

const INDEXING =
  "Indexing: this commit is being read. What it holds is not known yet; the tools wait for it, or say that it goes on.";

const MORE_FOLDERS = "- more: browse_repo";

const KEEPERS = {
  commit: "git repository",
  version: "library of skills",
  set: "set of repositories and skills",
} as const;

/** Characters of the variable parts; a URI or a path is whole or left out. */
interface Lengths {
  readonly address: number;
  readonly description: number;
  readonly overview: number;
  readonly problem: number;
  readonly summary: number;
  readonly uri: number;
}

const USUAL: Lengths = {
  address: 160,
  description: 300,
  overview: 200,
  problem: 160,
  summary: 120,
  uri: 200,
};

/** For where every part is long, also in a script whose characters count twice in UTF-16. */
const SHORT: Lengths = { ...USUAL, address: 80, description: 130, problem: 80, summary: 60 };

/**
 * What a client shows its model on connecting, in at most 2,000 characters
 * (docs/design/mcp.md "Connection and prompt").
 */
export function renderInstructions(overview: MountOverview): string {
  const usual = fixedLines(overview, USUAL);
  const lines = lengthOf(usual) <= MCP_LIMITS.instructions ? usual : fixedLines(overview, SHORT);
  if (overview.state.kind === "ready") {
    const { folders, moreFolders } = overview.state;
    lines.push(...folderLines(folders, moreFolders, MCP_LIMITS.instructions - lengthOf(lines)));
  }
  return lines.join("\n");
}

function fixedLines(overview: MountOverview, lengths: Lengths): string[] {
  return [
    ...identityLines(overview, lengths),
    ...stateLines(overview, lengths),
    ...TOOLS,
    ...extensionLines(overview, lengths),
  ];
}

function identityLines(
  { source, folder, repositoryDescription }: MountOverview,
  lengths: Lengths,
): string[] {
  const address = value(source.address, lengths.address);
  const lines = [
    `Agent skills from a ${KEEPERS[source.kind]}, served by skillmount at ${address}.`,
    `${stateLine(source)} (${value(revisionName(source), 80)})`,
    ...staleLines(source),
  ];
  const description = folder?.description ?? repositoryDescription;
  if (folder !== null && folder.name !== null) lines.push(`Name: ${value(folder.name, lengths.summary)}`);
  if (description !== null) lines.push(`Description: ${value(description, lengths.description)}`);
  lines.push(...staleFactsLines(source));
  const readme = folder?.overview?.path;
  if (readme !== undefined && readme.length <= lengths.overview) lines.push(`Introduction: ${readme}`);
  return lines;
}

function stateLines({ source, state }: MountOverview, lengths: Lengths): string[] {
  const notice = source.verified ? [] : [NOTICES[source.kind]];
  switch (state.kind) {
    case "indexing":
      return [...notice, INDEXING];
    case "failed":
      return [
        ...notice,
        `Failed: this commit could not be read${state.reason === null ? "" : `, because ${state.reason}`}.`,
      ];
    case "ready": {
      const lines = [`Holds: ${countText(state.counts)}`, ...notice];
      if (state.invalidSkills > 0) {
        lines.push(
          `Invalid, not listed: ${plainCount(state.invalidSkills, "SKILL.md files")}; browse_repo says why`,
        );
      }
      if (state.partial.length > 0) lines.push(partialLine(state.partial));
      lines.push(...problemLines(state.diagnostics, 2).map((line) => value(line, lengths.problem)));
      return lines;
    }
  }
}

/** Where a client with the skills extension finds the same; a part of a URI would lead nowhere. */
function extensionLines({ state }: MountOverview, lengths: Lengths): string[] {
  if (state.kind !== "ready" || state.uriPrefix.length > lengths.uri) return [];
  return [`- The MCP skills extension serves the same skills under ${state.uriPrefix}`];
}

/** As many folders as fit in `room` characters, with a last line where there are more. */
function folderLines(folders: readonly FolderSummary[], moreFolders: boolean, room: number): string[] {
  const lines = ["Folders:"];
  let left = room - lengthOf(lines) - MORE_FOLDERS.length - 1;
  for (const folder of folders) {
    const line = folderLine(folder);
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const shown = lines.length - 1;
  if (shown === 0) return [];
  return shown < folders.length || moreFolders ? [...lines, MORE_FOLDERS] : lines;
}

function folderLine({ path, counts, name, description }: FolderSummary): string {
  const label = [name, description].filter((part) => part !== null).join(": ");
  const about = label === "" ? "" : ` - ${value(label, USUAL.summary)}`;
  return `- ${path} (${countText(counts)})${about}`;
}

/** Characters of the lines, each with the break behind it. */
function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
