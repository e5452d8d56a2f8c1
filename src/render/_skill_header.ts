import type { Skill } from "../../contracts/domain.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import { licenceText, value } from "./_value.ts";

/**
 * The header lines of a skill (docs/design/mcp.md "Loading a skill"), each one line of at most `limit`
 * characters behind its key. Optional fields that the author left out have no line.
 */
export function skillHeader(skill: Skill, limit: number): string[] {
  const lines = [
    `Skill: ${value(skill.name, limit)}`,
    `Description: ${value(skill.description, limit)}`,
    `License: ${licenceText(skill.licence, limit)}`,
  ];
  if (skill.compatibility !== null) lines.push(`Compatibility: ${value(skill.compatibility, limit)}`);
  if (skill.allowedTools !== null) {
    lines.push(`Allowed tools: ${value(toolsText(skill.allowedTools), limit)}`);
  }
  if (skill.metadata.length > 0) lines.push(`Metadata: ${metadataText(skill.metadata, limit)}`);
  return lines;
}

function toolsText(tools: string | readonly string[]): string {
  return typeof tools === "string" ? tools : tools.join(", ");
}

function metadataText(metadata: Skill["metadata"], limit: number): string {
  const pairs = metadata.slice(0, MCP_LIMITS.metadataPairs).map(([key, text]) => `${key}=${text}`);
  const more = metadata.length - pairs.length;
  return `${value(pairs.join("; "), limit)}${more > 0 ? ` (${more} more)` : ""}`;
}
