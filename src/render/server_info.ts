import { FORMAT_LIMITS } from "../../contracts/limits.ts";
import type { MountHeading } from "../../contracts/reading.ts";
import { subjectOf } from "./_citation.ts";
import { value } from "./_value.ts";

interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The page of the address. */
  readonly websiteUrl?: string;
  readonly icons?: { readonly src: string; readonly sizes: string[] }[];
}

/** What the server is told of itself. */
interface ServerPlace {
  /** What absolute URLs start with; null where it is not known, and then there are none. */
  readonly origin: string | null;
  /** Whether there is a picture of the repository's owner. */
  readonly hasPicture: boolean;
}

/** It travels with every result of the current revision and counts toward its bound. Characters. */
const DESCRIPTION = 240;
/** A longer URL, which its reader knows anyway, is left out. Characters. */
const URL_LENGTH = 500;

/**
 * What the server calls itself at a mount (docs/design/mcp.md "Connection and prompt"). Clients fetch an
 * icon from the server's own origin and from nowhere else.
 */
export function renderServerInfo(
  { source, folder, repositoryDescription }: MountHeading,
  { origin, hasPicture }: ServerPlace,
): ServerInfo {
  const page = `${origin}${source.address}`;
  const description = folder?.description ?? repositoryDescription ?? `Agent skills of ${subjectOf(source)}`;
  return {
    name: "skillmount",
    title: value(folder?.name ?? source.address.slice(1), FORMAT_LIMITS.manifestName),
    description: value(description, DESCRIPTION),
    ...(origin !== null && page.length <= URL_LENGTH && { websiteUrl: page }),
    ...(origin !== null && hasPicture && {
      icons: [{ src: `${origin}/icon/${subjectOf(source)}`, sizes: ["128x128"] }],
    }),
  };
}
