import type { Failure } from "../../../contracts/errors.ts";
import { PUBLISHED_SKILL_LIMITS } from "../../../contracts/limits.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { CheckReport } from "../check/check_report.ts";
import type { Look } from "../check/create_checker.ts";
import { findingLines } from "../check/findings.ts";
import { notReadText } from "../check/run_check.ts";
import { counted, pathText, valueText } from "../check/terminal_text.ts";
import { type CommandResult, done, failed } from "../command_result.ts";
import { type CurrentFile, differenceLines, type SentFile } from "./_difference.ts";
import type { PublishArguments } from "./publish_arguments.ts";

/** A server's library, as whom its key stands for. What it refuses is a sentence with the next step. */
export interface RemoteLibrary {
  /** Whose key it is. */
  owner(): Promise<Result<string, string>>;
  /** Of a skill's current version; null where there is none, "unknown" where the key does not read. */
  currentFiles(
    owner: string,
    name: string,
  ): Promise<Result<readonly CurrentFile[] | null | "unknown", string>>;
  publish(
    files: readonly SentFile[],
    fields: Readonly<Record<string, string>>,
  ): Promise<Result<Publication, string>>;
}

export interface Publication {
  readonly status: string;
  readonly owner: string;
  readonly name: string;
  /** Null: of a draft. */
  readonly version: string | null;
  readonly visibility: string;
  readonly findings: readonly {
    readonly path: string;
    readonly line?: number | null | undefined;
    readonly message: string;
  }[];
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
}

export interface PublishPorts {
  readonly look: () => Promise<Result<Look, Failure>>;
  /** Of a file of the directory. */
  readonly readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly library: RemoteLibrary;
}

const { files: MOST_FILES, bytes: MOST_BYTES } = PUBLISHED_SKILL_LIMITS;

/** Checks a directory, tells what differs from the current version, and publishes it. */
export async function runPublish(ports: PublishPorts, request: PublishArguments): Promise<CommandResult> {
  const { look, library } = ports;
  const found = await look();
  if (!found.ok) return failed(2, `Cannot read "${request.directory}": ${notReadText(found.error)}`);
  const { report } = found.value;
  const skill = onlySkill(report);
  if (!skill.ok) return failed(1, `Cannot publish: ${skill.error}`);
  if (report.findings.errors > 0) {
    return failed(
      1,
      [...findingLines(report, { colour: false, all: false }), "Cannot publish: the check finds errors"].join(
        "\n",
      ),
    );
  }
  const files = await readFiles(found.value, ports.readFile);
  if (!files.ok) return failed(1, `Cannot publish: ${files.error}`);

  const owner = await library.owner();
  if (!owner.ok) return failed(1, owner.error);
  const current = await library.currentFiles(owner.value, skill.value);
  if (!current.ok) return failed(1, current.error);
  const difference = current.value === "unknown" ? [] : await differenceLines(current.value, files.value);
  const { dryRun } = request;
  const published = await library.publish(files.value, { ...request.fields, ...(dryRun && { dryRun: "1" }) });
  if (!published.ok) return failed(1, [...difference, published.error].join("\n"));
  return done([...difference, ...publicationLines(published.value)].join("\n"));
}

/** The name of the one skill, whose SKILL.md lies at the top. */
function onlySkill({ skills, invalidSkills }: CheckReport): Result<string, string> {
  const top = skills.find(({ path }) => path === "SKILL.md");
  if (top !== undefined && skills.length === 1) return success(top.name);
  if (top !== undefined) {
    return failure("below the skill there are others; publish each from its own directory");
  }
  if (invalidSkills.includes("SKILL.md")) return failure("its SKILL.md is no skill; the check says why");
  const [first] = skills;
  return failure(
    first === undefined
      ? "it holds no SKILL.md"
      : `it is no skill itself; name one of its directories, as ${
        pathText(first.path.replace(/\/?SKILL\.md$/, ""))
      }`,
  );
}

async function readFiles(
  { tree }: Look,
  readFile: PublishPorts["readFile"],
): Promise<Result<readonly SentFile[], string>> {
  const entries = tree.entries.filter(({ mode }) => mode !== "symlink" && mode !== "submodule");
  if (entries.length > MOST_FILES) return failure(`a skill has at most ${counted(MOST_FILES, "file")}`);
  const files: SentFile[] = [];
  let bytes = 0;
  for (const { path } of entries) {
    const content = await readFile(path);
    bytes += content.byteLength;
    if (bytes > MOST_BYTES) return failure(`a skill has at most ${counted(MOST_BYTES, "byte")}`);
    files.push({ path, bytes: content });
  }
  return success(files);
}

const STATUS: Readonly<Record<string, string>> = {
  created: "published, a new skill",
  released: "published",
  held: "stored, and waits for the operator, who was told why",
  unchanged: "is the current version already; nothing was written",
  restored: "was published before, and is current again",
  drafted: "kept as the draft",
  checked: "would be published; nothing was written",
};

function publicationLines(
  { status, owner, name, version, visibility, findings, ignored }: Publication,
): string[] {
  const label = version === null ? "" : ` ${valueText(version)}`;
  return [
    ...findings.map(({ path, line, message }) =>
      `- ${pathText(path)}${line ? `:${line}` : ""}: ${valueText(message)}`
    ),
    ...ignored.map(({ path, reason }) => `- ${pathText(path)} is not stored: ${valueText(reason)}`),
    `${valueText(owner)}/${valueText(name)}${label} (${valueText(visibility)}): ${
      STATUS[status] ?? valueText(status)
    }`,
  ];
}
