import { createHash } from "node:crypto";
import type { Failure } from "../../../contracts/errors.ts";
import type { SkillReference, VersionFiles } from "../../../contracts/library/library.ts";
import type { CatalogCard, PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { createBoundedMap, yieldToEventLoop } from "../../flow/mod.ts";
import { listingRoom } from "../../reading/mod.ts";
import type { ArchiveEntry } from "../archive/archive_entry.ts";
import { archiveHeaders, archiveStream, heldBytes } from "../archive/archive_stream.ts";
import { entriesIn } from "../library/version_archive.ts";
import { isInternal } from "./is_internal.ts";
import type { AskedOfOffers, OfferReplyDeps } from "./offer_reply.ts";

/** Plugins whose digests are remembered. */
const KNOWN_DIGESTS = 5000;

type ListingRoom = ReturnType<typeof listingRoom>;

/** The plugins of cards, which are of one account, as many as an index would have. Throws `ContentGone`. */
export type Marketplace = (cards: readonly CatalogCard[], origin: string) => Promise<unknown>;

/**
 * An account as a marketplace of plugins for Claude Code: a plugin a skill. A plugin's version counts the changes of its skill, so
 * that it rises whichever of its versions is current.
 */
export function createMarketplace(catalog: Pick<PublicCatalog, "skill" | "files" | "source">): Marketplace {
  const digests = createBoundedMap<string>(KNOWN_DIGESTS);

  async function digestOf(whole: VersionFiles, description: string): Promise<string> {
    const key = `${whole.name} ${whole.digest}`;
    const known = digests.get(key);
    if (known !== undefined) return known;
    const hash = createHash("sha256");
    for await (const bytes of archiveStream(pluginEntries(whole, description), "zip")) hash.update(bytes);
    await yieldToEventLoop();
    const digest = hash.digest("hex");
    digests.set(key, digest);
    return digest;
  }

  /** Null: there is no room for it. */
  async function pluginOf({ owner, name, version }: CatalogCard, origin: string, room: ListingRoom) {
    const skill = { owner, name };
    const details = await catalog.skill(skill, version);
    const files = details.ok ? await catalog.files(skill, version) : details;
    if (!details.ok || !files.ok) return [];
    const { description, revision, license, metadata } = details.value;
    const source = () => catalog.source(skill, { raw: true, label: version });
    if (await isInternal(metadata, source)) return [];
    const bytes = files.value.files.reduce((sum, { size }) => sum + size, 0);
    if (!room.take(files.value.files.length, bytes)) return null;
    return [{
      name,
      description,
      version: `1.0.${revision}`,
      ...(license !== null && { license }),
      source: {
        source: "archive",
        url: `${origin}/skills/${owner}/${name}@${encodeURIComponent(version)}/plugin.zip`,
        sha256: await digestOf(files.value, description),
      },
    }];
  }

  return async function marketplace(cards, origin) {
    const plugins = [];
    const room = listingRoom();
    for (const card of cards) {
      if (card.isDescribedOnly) continue;
      const plugin = await pluginOf(card, origin, room);
      // Every digest is of bytes that are read for it, so that nothing is read behind the first that is too much.
      if (plugin === null) break;
      plugins.push(...plugin);
    }
    const owner = cards[0]?.owner ?? "";
    return { name: `${owner}-skills`, owner: { name: owner }, plugins };
  };
}

/** The archive that a marketplace names. */
export async function pluginAnswer(
  deps: OfferReplyDeps & { readonly catalog: Pick<PublicCatalog, "skill" | "files"> },
  asked: AskedOfOffers,
  skill: SkillReference,
  label: string | undefined,
  kept: Readonly<Record<string, string>>,
): Promise<Result<Response, Failure>> {
  const details = await deps.catalog.skill(skill, label);
  if (!details.ok) return details;
  const files = await deps.catalog.files(skill, label);
  if (!files.ok) return files;
  const entries = pluginEntries(files.value, details.value.description);
  await entries.at(-1)?.read();
  const headers = { ...kept, ...archiveHeaders(files.value.name, entries, "zip") };
  const body = { stream: archiveStream(entries, "zip"), heldBytes: heldBytes(entries) };
  return success(deps.send(asked, body, headers));
}

/** A skill as a plugin holds it, with what names the plugin. Of one version it is always the same. */
function pluginEntries(whole: VersionFiles, description: string): readonly ArchiveEntry[] {
  const { name } = whole;
  const manifest = new TextEncoder().encode(`${JSON.stringify({ name, description }, null, 2)}\n`);
  return [
    {
      path: ".claude-plugin/plugin.json",
      size: manifest.byteLength,
      read: () => Promise.resolve(manifest),
    },
    ...entriesIn(whole, `skills/${name}/`),
  ];
}
