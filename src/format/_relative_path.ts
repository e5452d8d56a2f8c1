/** Whether a segment of a path starts with a dot. */
export function isHidden(path: string): boolean {
  return path.startsWith(".") || path.includes("/.");
}

/** The rest of a path behind the directory that holds it. */
export function relativeTo(path: string, directory: string): string {
  return directory === "" ? path : path.slice(directory.length + 1);
}
