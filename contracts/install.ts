/** What programs that install skills may ask for and what they get (docs/design/rest.md "Discovery"). */
import { z } from "zod";
import { INSTALL_LIMITS } from "./limits.ts";

/** `GET <address>/.well-known/agent-skills/<artifact>`: the commit whose index named the artifact. */
export const ARTIFACT_QUERY = z.strictObject({
  commit: z.string().regex(/^[0-9a-f]{40}$/).describe("40 lowercase hex digits").optional(),
});

/** The rule of the Agent Skills specification. */
const skillName = z.string().max(64).regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
const description = z.string().min(1).max(INSTALL_LIMITS.description);

/** `GET <address>/.well-known/agent-skills/index.json` (Agent Skills Discovery 0.2.0, "Index Format"). */
const DISCOVERY_INDEX = z.strictObject({
  $schema: z.literal("https://schemas.agentskills.io/discovery/0.2.0/schema.json"),
  skills: z.array(z.strictObject({
    name: skillName,
    type: z.enum(["skill-md", "archive"]),
    description,
    url: z.string().describe("Of the artifact, resolved against the URL of the index"),
    digest: z.string().regex(/^sha256:[0-9a-f]{64}$/).describe("Of the artifact's bytes"),
  })),
  notListed: z.array(z.strictObject({
    path: z.string(),
    reason: z.enum(["internal", "invalid_name", "name_taken", "too_large", "listing_limit"]),
  })).describe("Skills that are discovered here and cannot be installed from here; readers ignore it"),
});

export type DiscoveryIndex = z.output<typeof DISCOVERY_INDEX>;

/** `GET <address>/.well-known/skills/index.json` (Agent Skills Discovery 0.1.0). */
const OLDER_DISCOVERY_INDEX = z.strictObject({
  skills: z.array(z.strictObject({
    name: skillName,
    description,
    files: z.array(z.string()).min(1).describe("Paths from the skill's directory"),
  })),
});

export type OlderDiscoveryIndex = z.output<typeof OLDER_DISCOVERY_INDEX>;
