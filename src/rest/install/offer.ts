import type { DiscoveryIndex, OlderDiscoveryIndex } from "../../../contracts/install.ts";
import type { VersionFiles } from "../../../contracts/library/library.ts";
import { listingRoom } from "../../reading/mod.ts";
import type { ArchiveDigests } from "../library/version_archive.ts";
import { named, olderIndex } from "./index_rules.ts";

/** A published skill as an installer is offered it: the files of one version. */
export interface Offer {
  readonly description: string;
  /** Its author keeps it from installers. */
  readonly isInternal: boolean;
  readonly files: VersionFiles;
}

/** What an index may offer. It is read only where the index has room for more. */
export interface OfferedSkill {
  readonly owner: string;
  readonly name: string;
  /** Null: its content stays with its owner, or it went meanwhile. */
  read(): Promise<Offer | null>;
}

/** How an archive is installed: SKILL.md at its root. */
export const INSTALLED = { format: "zip", layout: "flat" } as const;

/** What an offer is fetched as. */
export interface Artifact {
  readonly type: "skill-md" | "archive";
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
}

/**
 * An index of offers (Agent Skills Discovery 0.2.0). Of two of one name the first is listed, and no more than an installer takes.
 * Throws `ContentGone`.
 */
export async function offerIndex(
  offered: readonly OfferedSkill[],
  digests: ArchiveDigests,
  urlOf: (offer: Offer, artifact: Artifact) => string,
): Promise<DiscoveryIndex> {
  const { listed, notListed } = await installable(offered);
  const skills: DiscoveryIndex["skills"] = [];
  for (const offer of listed) {
    const artifact = await artifactOf(offer, digests);
    skills.push({
      ...namedAs(offer),
      type: artifact.type,
      url: urlOf(offer, artifact),
      digest: `sha256:${artifact.sha256}`,
    });
  }
  return { $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills, notListed };
}

/** The same for installers of before (Agent Skills Discovery 0.1.0), without what they would stumble over. */
export async function olderOfferIndex(offered: readonly OfferedSkill[]): Promise<OlderDiscoveryIndex> {
  return olderIndex(
    (await installable(offered)).listed.map((offer) => ({
      ...namedAs(offer),
      files: offer.files.files.map(({ path }) => path),
    })),
  );
}

function namedAs({ description, files: { name } }: Offer) {
  return named({ name, description });
}

/** A skill of one file is that file. */
export async function artifactOf({ files }: Offer, digests: ArchiveDigests): Promise<Artifact> {
  const [document, ...others] = files.files;
  return document !== undefined && others.length === 0
    ? { type: "skill-md", sha256: document.sha256 }
    : { type: "archive", sha256: (await digests(files, INSTALLED)).toHex() };
}

interface Installable {
  readonly listed: readonly Offer[];
  readonly notListed: DiscoveryIndex["notListed"];
}

/** Nothing is read behind the first that there is no room for. */
async function installable(offered: readonly OfferedSkill[]): Promise<Installable> {
  const listed: Offer[] = [];
  const notListed: DiscoveryIndex["notListed"] = [];
  const taken = new Set<string>();
  const room = listingRoom();
  let isFull = false;
  for (const { owner, name, read } of offered) {
    const path = `${owner}/${name}`;
    if (taken.has(name)) {
      notListed.push({ path, reason: "name_taken" });
      continue;
    }
    const offer = isFull ? null : await read();
    if (offer !== null) {
      const { files } = offer.files;
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      if (offer.isInternal) notListed.push({ path, reason: "internal" });
      else if (room.take(files.length, bytes)) {
        taken.add(name);
        listed.push(offer);
      } else isFull = true;
    }
    if (isFull) notListed.push({ path, reason: "listing_limit" });
  }
  return { listed, notListed };
}
