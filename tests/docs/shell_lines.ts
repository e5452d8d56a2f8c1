/** The commands of all `sh` blocks, with continued lines joined. */
export function shellLines(page: string): readonly string[] {
  return [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block.replaceAll(/\\\n\s*/g, "").split("\n").filter((line) => line !== "")
  );
}
