/** The Inspector on sets in both eras: one that is open to all, and one that its account alone may read. */
import { skillMd } from "../support/library/library.ts";
import { ACCOUNT_SKILL, type SignedInAccount } from "../support/library/signed_in_account.ts";
import { inspectorSignsIn } from "./authorizations.ts";
import { type Outcome, peer } from "./peer.ts";

const OWN = "porpoise";

/** Makes both sets; the account's skill is listed by then. */
export async function setInspections(
  { server, key, browser }: SignedInAccount,
): Promise<(() => Promise<Outcome>)[]> {
  const api = async (method: string, path: string, body: BodyInit, type?: string) => {
    const headers = { authorization: `Bearer ${key}`, ...(type !== undefined && { "content-type": type }) };
    const answer = await fetch(`${server.publicUrl}/api/v1${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`Cannot make the sets: ${await answer.text()}`);
    await answer.body?.cancel();
  };
  const form = new FormData();
  form.append("files", new File([skillMd(OWN)], "SKILL.md"));
  await api("POST", "/library", form);
  for (const [set, skill] of [["open", ACCOUNT_SKILL], ["closed", OWN]] as const) {
    const wanted = JSON.stringify({ members: [{ skill: `acme/${skill}` }] });
    await api("PUT", `/sets/${set}`, wanted, "application/json");
  }
  const urlOf = (set: string) => `${server.publicUrl}/sets/acme/${set}`;
  return ["modern", "legacy"].flatMap((era) => {
    const inspector = (set: string, expected: RegExp, args: readonly string[]) => () =>
      peer(`inspector ${era} ${args.at(-1)} of the ${set} set`, expected, [
        "npm:@modelcontextprotocol/inspector@2.12.0/inspector",
        "--cli",
        ...["--server-url", urlOf(set), "--transport", "http", "--protocol-era", era, "--format", "json"],
        ...(set === "open" ? [] : ["--header", `Authorization: Bearer ${key}`]),
        ...args,
      ]);
    return [
      ...([["open", ACCOUNT_SKILL], ["closed", OWN]] as const).flatMap(([set, skill]) => [
        inspector(set, new RegExp(skill), ["--method", "tools/call", "--tool-name", "browse_repo"]),
        inspector(set, new RegExp(skill), ["--verify", "--require-digests", "--method", "skills/list"]),
      ]),
      () =>
        inspectorSignsIn(
          `inspector ${era} signs in for a set`,
          { url: urlOf("closed"), era, tool: "browse_repo" },
          new RegExp(OWN),
          browser,
        ),
    ];
  });
}
