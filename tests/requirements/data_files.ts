/** The data files of requirements, and those of them that no test verifies, each with the reason. */

/** One line of a data file. Other members say where it comes from and how it can be tried. */
export interface Requirement {
  readonly id: string;
  readonly requirement: string;
}

export interface DataFile {
  /** Relative to this folder. */
  readonly file: string;
  /** How many lines it has: a line that got lost is noticed. */
  readonly count: number;
  /** Id to the reason why no test names it. */
  readonly exceptions: Readonly<Record<string, string>>;
}

export const DATA_FILES: readonly DataFile[] = [
  {
    file: "oauth.jsonl",
    count: 177,
    exceptions: {},
  },
  {
    file: "library.jsonl",
    count: 138,
    exceptions: {},
  },
];

export async function requirementsOf({ file }: DataFile): Promise<Requirement[]> {
  const text = await Deno.readTextFile(new URL(file, import.meta.url));
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}
