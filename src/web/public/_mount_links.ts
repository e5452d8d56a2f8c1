/** URLs of what a mount shows, all on this origin and relative to it. */
export interface MountLinks {
  readonly home: string;
  folder(path: string, cursor?: string): string;
  skill(path: string, cursor?: string): string;
  file(path: string, more?: { readonly offset?: number; readonly source?: boolean }): string;
  search(query: string, path: string, cursor?: string): string;
  /** The owner's picture. */
  readonly icon: string;
  /** What changed in a directory between two commits. */
  diff(path: string): string;
  readonly usage: string;
  raw(path: string): string;
  archive(path: string, format: "zip" | "tar.gz"): string;
}

/** @param address Canonical, with its leading `/`. @param mounted The directory that it mounts. */
export function mountLinks(address: string, mounted: string): MountLinks {
  const link = (base: string, parameters: Readonly<Record<string, string | undefined>>) => {
    const query = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`]
    );
    return query.length === 0 ? base : `${base}?${query.join("&")}`;
  };
  return {
    home: address,
    icon: `/icon${address}`,
    folder: (path, cursor) => link(address, { path: path === mounted && !cursor ? undefined : path, cursor }),
    skill: (path, cursor) => link(address, { skill: path, cursor }),
    file: (path, { offset, source } = {}) =>
      link(address, {
        file: path,
        offset: offset === undefined ? undefined : String(offset),
        view: source ? "source" : undefined,
      }),
    search: (query, path, cursor) =>
      link(address, { q: query, path: path === mounted ? undefined : path, cursor }),
    diff: (path) => link(`/diff${address}`, { path: path === mounted ? undefined : path }),
    usage: `/usage${address}`,
    raw: (path) => link(`/api/v1/raw${address}`, { path }),
    archive: (path, format) => link(`/api/v1/archive${address}`, { path, format }),
  };
}
