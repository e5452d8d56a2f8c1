/** The catalog's server with a catalog key, in both eras: the Inspector, and the protocol's own client. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ACCOUNT_SKILL, type SignedInAccount } from "../support/library/signed_in_account.ts";
import { type Outcome, peer } from "./peer.ts";

const SKILL = { owner: "acme", name: ACCOUNT_SKILL };

const CALLS: readonly (readonly [tool: string, input: Record<string, unknown>, expected: RegExp])[] = [
  ["discover_skills", { sort: "newest" }, /walrus/],
  ["search_skills", { query: "walrus" }, /walrus/],
  ["get_skill", SKILL, /installs/],
  ["get_skill_file", { ...SKILL, path: "SKILL.md" }, /Do it\./],
];

const ERAS = [["modern", { pin: "2026-07-28" }], ["legacy", "legacy"]] as const;

/** An edition is begun by what is published, and made within a minute at worst. */
const EDITION_MS = 60_000;
const PAUSE_MS = 250;

/** Lists the account's skill in the catalog, where it stays, and makes a key for it. */
export async function catalogInspections(
  { server, key, admin }: SignedInAccount,
): Promise<(() => Promise<Outcome>)[]> {
  const url = `${server.publicUrl}/api/v1/catalog-mcp`;
  const opened = await fetch(`${server.publicUrl}/api/v1/library/acme/${ACCOUNT_SKILL}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ visibility: "global" }),
  });
  if (!opened.ok) throw new Error(`Cannot list the skill: ${await opened.text()}`);
  await opened.body?.cancel();
  await listed(server.publicUrl);
  const authorization = `Bearer ${await admin("key", "create", "acme", "--catalog")}`;
  return ERAS.flatMap(([era, mode]) => [
    ...CALLS.map(([tool, input, expected]) => () =>
      peer(`inspector ${era} ${tool} with a catalog key`, expected, [
        "npm:@modelcontextprotocol/inspector@2.12.0/inspector",
        "--cli",
        ...["--server-url", url, "--transport", "http", "--protocol-era", era],
        ...["--header", `Authorization: ${authorization}`],
        ...["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(input)],
        ...["--format", "json"],
      ])
    ),
    () => clientCalls(`client ${era} calls the catalog`, mode, url, authorization),
  ]);
}

async function listed(origin: string): Promise<void> {
  for (const until = Date.now() + EDITION_MS; Date.now() < until;) {
    const page = await fetch(`${origin}/api/v1/catalog/search?query=${ACCOUNT_SKILL}`);
    if ((await page.text()).includes(`"${ACCOUNT_SKILL}"`)) return;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  throw new Error("Cannot find the skill in the catalog: no edition has it");
}

async function clientCalls(
  name: string,
  mode: (typeof ERAS)[number][1],
  url: string,
  authorization: string,
): Promise<Outcome> {
  const client = new Client({ name: "client", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization } },
  });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    const missing = CALLS.flatMap(([tool]) => tools.some(({ name }) => name === tool) ? [] : [tool]);
    if (missing.length > 0) return { name, passed: false, output: `not listed: ${missing.join(", ")}` };
    for (const [tool, input, expected] of CALLS) {
      const answer = JSON.stringify(await client.callTool({ name: tool, arguments: input }));
      if (!expected.test(answer)) return { name, passed: false, output: `${tool}: ${answer}` };
    }
    return { name, passed: true, output: "" };
  } catch (error) {
    return { name, passed: false, output: String(error) };
  } finally {
    await client.close();
  }
}
