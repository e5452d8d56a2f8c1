/** Writes whole lines to stdout, which rejects once nobody reads it any more. */
export function writeLine(): (line: string) => Promise<void> {
  const output = Deno.stdout.writable.getWriter();
  const encoder = new TextEncoder();
  return (line) => output.write(encoder.encode(`${line}\n`));
}
