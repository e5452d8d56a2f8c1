import { counted, pathText, valueText } from "./terminal_text.ts";
import type { CheckedLicence, CheckedSkill, CheckReport } from "./check_report.ts";

const DESCRIPTION = 160;

export function manifestLines({ manifests }: CheckReport): string[] {
  return manifests.map(({ path, name, description }) =>
    `- ${pathText(path)}: ${valueText(name)}: ${valueText(description)}`
  );
}

export function documentLines({ documents }: CheckReport): string[] {
  return documents.map(({ path, title }) =>
    `- ${pathText(path)}${title === null ? "" : `: ${valueText(title)}`}`
  );
}

export function skillLines({ skills }: CheckReport): string[] {
  return skills.flatMap(linesOf);
}

function linesOf(skill: CheckedSkill): string[] {
  const { extension, contextBytes, files, unlisted, duplicateOf } = skill;
  const copy = duplicateOf === null ? "" : ` (a copy of ${pathText(duplicateOf)})`;
  return [
    `- ${pathText(skill.path)}: ${valueText(skill.name)}: ${valueText(skill.description, DESCRIPTION)}`,
    `  licence ${licenceText(skill.licence)}`,
    `  ${contextBytes === null ? "described only" : `context of ${counted(contextBytes, "byte")}`}`,
    `  skills extension: ${extension.listed ? "listed" : `not listed (${extension.reason})`}`,
    ...(unlisted === null ? [] : [`  browsing and search: not listed (${unlisted})${copy}`]),
    ...files.map(({ path, bytes, stored }) =>
      `  - ${pathText(path)} (${counted(bytes, "byte")}${stored ? "" : ", over the read limit"})`
    ),
  ];
}

export function licenceText(licence: CheckedLicence | null): string {
  return licence === null
    ? "none"
    : `${valueText(licence.label)}, ${licence.class} (${
      [licence.path, ...licence.otherPaths].map((path) => pathText(path)).join(", ")
    })`;
}
