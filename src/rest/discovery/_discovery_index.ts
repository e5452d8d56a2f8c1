import type { DiscoveryIndex, OlderDiscoveryIndex } from "../../../contracts/install.ts";
import { installableSkills, type SkillFiles } from "../../reading/mod.ts";
import type { Source } from "../../../contracts/source.ts";
import { named, olderIndex } from "../install/index_rules.ts";
import { archiveDigest } from "../archive/archive_digest.ts";

/**
 * What can be installed from a mount (Agent Skills Discovery 0.2.0). Artifacts have relative URLs, which
 * hold behind any proxy, and name the commit, so that a push in between does not break their digests.
 * Throws `ContentGone`.
 */
export async function discoveryIndex(source: Source): Promise<DiscoveryIndex> {
  const { skills, leftOut } = await installableSkills(source);
  const entries: DiscoveryIndex["skills"] = [];
  for (const whole of skills) entries.push({ ...named(whole.skill), ...await artifactOf(source, whole) });
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: entries,
    notListed: [...leftOut],
  };
}

/**
 * The same for installers of before (Agent Skills Discovery 0.1.0). They put a file's name into a URL as it
 * is and give up on the whole index at a name with two dots, so that a skill with a name that does not
 * survive this is left out.
 */
export async function olderDiscoveryIndex(source: Source): Promise<OlderDiscoveryIndex> {
  const { skills } = await installableSkills(source);
  return olderIndex(
    skills.map(({ skill, files }) => ({ ...named(skill), files: files.map(({ path }) => path) })),
  );
}

async function artifactOf(source: Source, whole: SkillFiles) {
  const { name } = whole.skill;
  const { citation } = source;
  const query = citation.kind === "commit" ? `?commit=${citation.commit}` : "";
  const [document, ...others] = whole.files;
  if (document !== undefined && others.length === 0) {
    return {
      type: "skill-md",
      url: `${name}/SKILL.md${query}`,
      digest: `sha256:${document.sha256}`,
    } as const;
  }
  const digest = await archiveDigest(source, whole);
  return { type: "archive", url: `${name}.zip${query}`, digest: `sha256:${digest}` } as const;
}
