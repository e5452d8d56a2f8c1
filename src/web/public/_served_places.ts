import type { Snapshot } from "../../reading/mod.ts";

/** What a mount shows at a path. */
export type ServedPlace = "skill" | "file" | "folder";

/** Null for what the mount does not serve. */
export type PlaceOf = (path: string) => ServedPlace | null;

/**
 * Renders a page that names paths. Which ones, rendering alone can tell, and whether they are served takes
 * a look into the catalog: a first rendering collects them, a second one knows.
 */
export async function renderWithPlaces(
  snapshot: Snapshot,
  render: (placeOf: PlaceOf) => string,
): Promise<string> {
  const asked = new Set<string>();
  const first = render((path) => (asked.add(path), null));
  return asked.size === 0 ? first : render(await servedPlaces(snapshot, asked));
}

/** What the mount shows at some paths; nothing at any other. */
export async function servedPlaces(snapshot: Snapshot, paths: Iterable<string>): Promise<PlaceOf> {
  const places = new Map(
    await Promise.all(
      Array.from(new Set(paths), async (path) => [path, await placeAt(snapshot, path)] as const),
    ),
  );
  return (path) => places.get(path) ?? null;
}

async function placeAt({ view, path: mounted }: Snapshot, path: string): Promise<ServedPlace | null> {
  if (mounted !== "" && path !== mounted && !path.startsWith(`${mounted}/`)) return null;
  if (await view.skills.at(path) !== null) return "skill";
  if (await view.files.at(path) !== null) return "file";
  return (await view.folders.at(path))?.served ? "folder" : null;
}
