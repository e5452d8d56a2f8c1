/** What both servers answer of the skills extension, in its own form. */
import { Buffer } from "node:buffer";
import type { EntryPage, ResourceContent } from "../../contracts/mcp/skills_extension.ts";

/** A page of entries. */
export function listed(key: "skills" | "resources", { entries, nextCursor }: EntryPage<unknown>) {
  return { [key]: entries, ...(nextCursor !== null && { nextCursor }) };
}

/** The content of one resource: text as it is, bytes in base64. */
export function contents({ skill: _, ...content }: ResourceContent) {
  if ("text" in content) return content;
  const { bytes, ...named } = content;
  const { buffer, byteOffset, byteLength } = bytes;
  return { ...named, blob: Buffer.from(buffer, byteOffset, byteLength).toString("base64") };
}
