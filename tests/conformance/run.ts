/**
 * Other people's programs against a running server: the protocol's conformance suite, one scenario at
 * a time, and the Inspector calling every tool; then both against one that asks its people to sign in, and the
 * Inspector and the protocol's client on the catalog and on sets. Prints a line for each and fails on any.
 *
 * The programs are pinned with all that they need in `peers/deno.lock`. They may do anything, as their
 * authors wrote them; the server runs under the permissions of `deno task dev`.
 */

import { privateDevServer, signedInBrowser } from "../support/sign_in/private_dev_server.ts";
import { signedInAccount } from "../support/library/signed_in_account.ts";
import { accountInspections } from "./account_inspections.ts";
import { catalogInspections } from "./catalog_inspections.ts";
import { setInspections } from "./set_inspections.ts";
import { authorizations } from "./authorizations.ts";
import { type Outcome, peer } from "./peer.ts";

const root = new URL("../../", import.meta.url);
const expectedFailures = new URL("expected_failures.yml", import.meta.url).pathname;

/** By the revision that each is run for; those of extensions have none. */
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "resources-list",
    "prompts-list",
    "caching",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "http-header-validation",
    "server-sse-multiple-streams",
    "input-required-result-unsupported-methods",
    "server-stateless",
  ],
  "": ["sep-2640-skills-directory", "sep-2640-skills-enumeration", "sep-2640-skills-manifest"],
};

/** What the Inspector calls, and what its answer must hold. */
const CALLS: readonly (readonly [tool: string, input: Record<string, unknown>, expected: RegExp])[] = [
  ["browse_repo", {}, /\[folder\] engineering/],
  ["search_repo", { query: "skill" }, /SKILL\.md/],
  ["load_skill", { path: "engineering/skills/code-review/SKILL.md" }, /Complete: /],
  ["read_repo_file", { path: "README.md" }, /README\.md/],
];

const server = new Deno.Command("deno", {
  args: ["run", "-P=dev", "main.ts", "--dev"],
  cwd: root,
  env: { PORT: "0", KV_PATH: ":memory:", LOG_LEVEL: "warn" },
  stdout: "piped",
}).spawn();
try {
  const url = await addressOf(server);
  await using closed = await privateDevServer();
  const person = await signedInBrowser(closed);
  const outcomes: Outcome[] = [];
  await using account = await signedInAccount();
  const runs = [
    ...scenarios(url),
    ...inspections(url),
    ...inspectionsOverStdio(),
    ...authorizations(closed, person),
    ...accountInspections(account),
    ...await catalogInspections(account),
    ...await setInspections(account),
  ];
  for (const run of runs) {
    const outcome = await run();
    console.log(`${outcome.passed ? "pass" : "FAIL"}  ${outcome.name}`);
    outcomes.push(outcome);
  }
  const failed = outcomes.filter(({ passed }) => !passed);
  for (const { name, output } of failed) console.log(`\n--- ${name}\n${output}`);
  console.log(`\n${outcomes.length - failed.length} of ${outcomes.length} passed`);
  if (failed.length > 0) Deno.exitCode = 1;
} finally {
  server.kill();
  await server.status;
}

function scenarios(url: string): (() => Promise<Outcome>)[] {
  return Object.entries(SCENARIOS).flatMap(([revision, names]) =>
    names.map((name) => () =>
      peer(`${revision} ${name}`.trim(), /./, [
        "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
        "server",
        ...["--url", url, "--scenario", name],
        ...(revision === "" ? [] : ["--spec-version", revision]),
        ...["--expected-failures", expectedFailures],
      ])
    )
  );
}

function inspections(url: string): (() => Promise<Outcome>)[] {
  return ["modern", "legacy"].flatMap((era) =>
    CALLS.map(([tool, input, expected]) => () =>
      peer(`inspector ${era} ${tool}`, expected, [
        "npm:@modelcontextprotocol/inspector@2.12.0/inspector",
        "--cli",
        ...["--server-url", url, "--transport", "http", "--protocol-era", era],
        ...["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(input)],
        ...["--format", "json"],
      ])
    )
  );
}

/** The Inspector starts the server itself, as clients of a desktop do. */
function inspectionsOverStdio(): (() => Promise<Outcome>)[] {
  const { pathname } = root;
  return ["modern", "legacy"].map((era) => () =>
    peer(`inspector ${era} browse_repo over stdio`, /\[folder\] engineering/, [
      "npm:@modelcontextprotocol/inspector@2.12.0/inspector",
      ...["--cli", "--protocol-era", era, "--format", "json"],
      ...["--method", "tools/call", "--tool-name", "browse_repo", "--"],
      ...["deno", "run", "-P=stdio", `${pathname}main.ts`, "stdio", `${pathname}fixtures/examples/library`],
    ])
  );
}

/** The first address that the server prints. */
async function addressOf({ stdout }: Deno.ChildProcess): Promise<string> {
  let printed = "";
  for await (const chunk of stdout.pipeThrough(new TextDecoderStream())) {
    printed += chunk;
    const address = /^(http:\S+\/local\/\S+)\n/m.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`Cannot find the server's address in "${printed}"`);
}
