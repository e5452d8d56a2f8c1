/** The URIs of a library: `skill://library/<owner>/<name>/<path of a file>`. */
import type { SkillReference } from "../../../contracts/library/library.ts";

export const LIBRARY_URI = "skill://library";

/** Of a skill's SKILL.md. */
export function skillUri({ owner, name }: SkillReference): string {
  return `${LIBRARY_URI}/${owner}/${name}/SKILL.md`;
}

/** The skill that a URI is in; null: none of the library's. */
export function parseSkillUri(uri: string): SkillReference | null {
  const [, owner, name] = /^skill:\/\/library\/([a-z0-9-]+)\/([a-z0-9-]+)(?:\/|$)/.exec(uri) ?? [];
  return owner === undefined || name === undefined ? null : { owner, name };
}
