/** An owner or repository of this machine, canonical. */
export const ADDRESS_NAME = /^[a-z0-9._-]{1,100}$/;

/**
 * The segment of an address that a directory's name becomes: lowercase, `-` for every character that
 * is not of `a-z 0-9 . _ -`, without a trailing `.git`. Null when nothing usable is left.
 */
export function addressName(directoryName: string): string | null {
  const name = directoryName.toLowerCase().replace(/[^a-z0-9._-]/gu, "-").replace(/\.git$/, "");
  const reserved = name === "." || name === ".." || name === ".well-known" || name.endsWith(".git");
  return reserved || !ADDRESS_NAME.test(name) ? null : name;
}
