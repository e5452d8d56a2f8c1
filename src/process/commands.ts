/** What a person types after the name of the program, and what it does. */
export const USES = [
  ["dev [<directory>]...", "serves repositories of this machine on loopback"],
  ["dev --watch [<directory>]...", "tells as well, as they are edited, what changes in what an agent gets"],
  ["start", "serves as the environment says"],
  [
    "stdio <directory>",
    "serves a directory or an address to the client that starts it, over stdin and stdout",
  ],
  ["check <directory>", "says what an agent gets of a directory"],
  ["publish <directory>", "publishes a skill to the library of a server"],
  ["login <address>", "signs in there, for stdio; with --key it keeps a key, for publish"],
  ["logout [<address>]", "forgets that"],
  ["admin <command>", "looks after the store of a server; --help names the commands"],
] as const;

/** The names of the commands. */
export const COMMANDS: readonly string[] = [...new Set(USES.map(([form]) => form.split(" ", 1)[0] ?? ""))];

/** How every command is used, a line each. */
export function programUsage(typed: string): string {
  return USES.map(([form, what], index) =>
    `${index === 0 ? "Usage:" : "      "} ${typed} ${form.padEnd(28)} ${what}`
  ).join("\n");
}
