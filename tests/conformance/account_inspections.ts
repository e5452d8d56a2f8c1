/** The Inspector on an account's server, with a key and by signing in, in both eras. */
import { ACCOUNT_SKILL, type SignedInAccount } from "../support/library/signed_in_account.ts";
import { inspectorSignsIn } from "./authorizations.ts";
import { type Outcome, peer } from "./peer.ts";

const SKILL = { owner: "acme", name: ACCOUNT_SKILL };

const CALLS: readonly (readonly [tool: string, input: Record<string, unknown>, expected: RegExp])[] = [
  ["list_library", {}, /walrus/],
  ["get_skill", SKILL, /installs/],
  ["get_skill_content", SKILL, /Do it\./],
  ["get_skill_file", { ...SKILL, path: "SKILL.md" }, /Do it\./],
];

export function accountInspections({ server, key, browser }: SignedInAccount): (() => Promise<Outcome>)[] {
  const url = `${server.issuer}/`;
  return ["modern", "legacy"].flatMap((era) => {
    const inspector = (name: string, expected: RegExp, args: readonly string[]) => () =>
      peer(`inspector ${era} ${name} with a key`, expected, [
        "npm:@modelcontextprotocol/inspector@2.12.0/inspector",
        "--cli",
        ...["--server-url", url, "--transport", "http", "--protocol-era", era],
        ...["--header", `Authorization: Bearer ${key}`],
        ...args,
        ...["--format", "json"],
      ]);
    return [
      ...CALLS.map(([tool, input, expected]) =>
        inspector(tool, expected, [
          ...["--method", "tools/call", "--tool-name", tool],
          ...["--tool-args-json", JSON.stringify(input)],
        ])
      ),
      inspector("skills/list", /walrus/, ["--method", "skills/list", "--verify", "--require-digests"]),
      () =>
        inspectorSignsIn(
          `inspector ${era} signs in for an account`,
          { url, era, tool: "list_library" },
          /walrus/,
          browser,
        ),
    ];
  });
}
