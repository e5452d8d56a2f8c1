import { oneLine } from "../../format/mod.ts";
import { suggestions } from "./findings.ts";
import type { CheckReport } from "./check_report.ts";

const COMMANDS = { error: "error", warning: "warning", info: "notice" } as const;

/**
 * The problems as commands of a GitHub workflow, one a line, and a count. `prefix` leads from the
 * workspace to the directory. The runner obeys every line that starts with `::` and every `##[` in a
 * line, so that nothing of a repository is printed but as escaped data.
 */
export function checkAnnotations({ problems, findings, deadLinks }: CheckReport, prefix: string): string {
  const suggestionOf = suggestions(deadLinks);
  const lines = problems.map((problem) => {
    const { severity, path, line, column, code, message } = problem;
    const properties = [
      ...(path === "" ? [] : [`file=${property(prefix + path)}`]),
      ...(line === null ? [] : [`line=${line}`]),
      ...(column === null ? [] : [`col=${column}`]),
      `title=${property(code)}`,
    ];
    return `::${COMMANDS[severity]} ${properties.join(",")}::${data(message + suggestionOf(problem))}`;
  });
  return [...lines, `errors: ${findings.errors}, warnings: ${findings.warnings}, notes: ${findings.notes}`]
    .join("\n").replaceAll("##[", "## [");
}

function data(text: string): string {
  return oneLine(text).replaceAll("%", "%25");
}

/** A path may hold what ends a property; it is a name, so nothing of it is collapsed. */
function property(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
    .replaceAll(":", "%3A").replaceAll(",", "%2C");
}
