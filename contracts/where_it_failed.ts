/**
 * What a log may hold of an exception: its class and the code it passed. Not its message, which may
 * quote what a repository or a client sent.
 */
export function whereItFailed(error: unknown): { readonly error: string; readonly at: string } {
  if (!(error instanceof Error)) return { error: typeof error, at: "" };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return { error: error.name, at: frames.slice(0, 8).map((line) => line.trim()).join(" ") };
}
