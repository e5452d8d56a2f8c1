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
  offers: readonly Offer[],
  digests: ArchiveDigests,
  urlOf: (offer: Offer, artifact: Artifact) => string,
): Promise<DiscoveryIndex> {
  const { listed, notListed } = installable(offers);
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
export function olderOfferIndex(offers: readonly Offer[]): OlderDiscoveryIndex {
  return olderIndex(
    installable(offers).listed.map((offer) => ({
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

function installable(offers: readonly Offer[]): Installable {
  const listed: Offer[] = [];
  const notListed: DiscoveryIndex["notListed"] = [];
  const taken = new Set<string>();
  const room = listingRoom();
  for (const offer of offers) {
    const { owner, name, files } = offer.files;
    const path = `${owner}/${name}`;
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (offer.isInternal) notListed.push({ path, reason: "internal" });
    else if (taken.has(name)) notListed.push({ path, reason: "name_taken" });
    else if (!room.take(files.length, bytes)) notListed.push({ path, reason: "listing_limit" });
    else {
      taken.add(name);
      listed.push(offer);
    }
  }
  return { listed, notListed };
}
