/**
 * Whether the file system has nothing readable at a path. Anything else, a permission that the server
 * was not started with first of all, is a fault to be noticed and is thrown on.
 */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.FilesystemLoop ||
    error instanceof Deno.errors.IsADirectory ||
    // A hostile index or tree can name what no file system holds; Deno has no class for it.
    (error instanceof Error && "code" in error && error.code === "ENAMETOOLONG");
}

/** What `look` answers, or null when nothing readable is there. */
export async function unlessUnreadable<Value>(look: Promise<Value>): Promise<Value | null> {
  try {
    return await look;
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

/**
 * What `look` answers, or null when it fails in any way: whoever changes a path while it is looked at
 * chooses how, and one path must not take the whole directory with it.
 */
export async function unlessChanged<Value>(look: Promise<Value>): Promise<Value | null> {
  try {
    return await look;
  } catch {
    return null;
  }
}
