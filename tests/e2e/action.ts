/** The workflow of docs/ci.md, run step by step as a runner would, with `action.yml` as it is and everything else real but the runner. */
import assert from "node:assert/strict";
import { parse } from "yaml";
import { setTimeout as delay } from "node:timers/promises";
import { accountServer } from "../surface/account/account_server.ts";
import { parseHostKey } from "../../src/format/mod.ts";
import { createGitHost } from "../../src/hosts/git/mod.ts";
import { createGitHttpServer } from "../support/git_http_server.ts";
import { createGitRepository } from "../support/git_repository.ts";
import { skillMd } from "../support/library/library.ts";
import { startTokenIssuer } from "../support/sign_in/token_issuer.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const SERVER = "https://skills.example";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      { readonly steps: readonly Step[]; readonly permissions: Readonly<Record<string, string>> }
    >
  >;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const ACTION: Action = parse(await Deno.readTextFile(`${ROOT}action.yml`));

async function workflowOfDocs(): Promise<Workflow> {
  const page = await Deno.readTextFile(`${ROOT}docs/ci.md`);
  return parse(/^```yaml\n([^]*?)^```$/m.exec(page)?.[1] ?? "");
}

/** What a composite step's expressions come to; only those that the action uses are known. */
function evaluated(text: string, inputs: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name) => inputs[name] ?? assert.fail(name));
}

function mayRun(
  condition: string | undefined,
  inputs: Readonly<Record<string, string>>,
  hasFailed: boolean,
): boolean {
  const parts = (condition ?? "success()").split(" && ");
  const always = parts.includes("always()");
  return (always || !hasFailed) && parts.every((part) => {
    const [, name = ""] = /^inputs\.(\w+) != ''$/.exec(part) ?? [];
    return name === "" ? ["always()", "success()"].includes(part) : inputs[name] !== "";
  });
}

/** A runner of one job, whose npx is the Deno that is here. */
async function runner(workspace: string, environment: Readonly<Record<string, string>>) {
  const bin = await Deno.makeTempDir({ prefix: "skillmount-runner-" });
  await Deno.writeTextFile(
    `${bin}/npx`,
    `#!/bin/sh\n[ "$1" = --yes ] && [ "$2" = deno@2.9.6 ] || exit 64\nshift 2\nexec deno "$@"\n`,
    { mode: 0o755 },
  );
  return {
    async action(given: Readonly<Record<string, string>>) {
      assert.equal(ACTION.runs.using, "composite");
      const defaults = Object.fromEntries(
        Object.entries(ACTION.inputs).map(([name, input]) => [name, input.default]),
      );
      for (const name of Object.keys(given)) assert(name in defaults, name);
      const inputs = { ...defaults, ...given };
      let hasFailed = false;
      let out = "";
      for (const { if: condition, run = "", env = {} } of ACTION.runs.steps) {
        if (!mayRun(condition, inputs, hasFailed)) continue;
        const { code, stdout, stderr } = await new Deno.Command("bash", {
          args: ["--noprofile", "--norc", "-eo", "pipefail", "-c", run],
          cwd: workspace,
          env: {
            ...environment,
            ...Object.fromEntries(
              Object.entries(env).map(([name, value]) => [name, evaluated(value, inputs)]),
            ),
            PATH: `${bin}:${Deno.env.get("PATH")}`,
            GITHUB_ACTION_PATH: ROOT,
            GITHUB_WORKSPACE: workspace,
          },
        }).output();
        const text = new TextDecoder();
        out += text.decode(stdout) + text.decode(stderr);
        hasFailed ||= code !== 0;
      }
      return { hasFailed, out };
    },
    [Symbol.asyncDispose]: () => Deno.remove(bin, { recursive: true }),
  };
}

Deno.test("the workflow of docs/ci.md checks a repository, and publishes its skills without a secret", async () => {
  const { jobs } = await workflowOfDocs();
  await using repository = await createGitRepository({
    "skills/release-notes/SKILL.md": skillMd("release-notes"),
    "skills/incidents/SKILL.md": skillMd("incidents"),
    ".github/workflows/skills.yml": "name: skills\n",
  });
  const commit = await repository.git(["rev-parse", "HEAD"]);
  await using issuer = startTokenIssuer();
  using kv = await Deno.openKv(":memory:");
  const clock = {
    now: () => Date.now(),
    sleep: (ms?: number, signal?: AbortSignal) =>
      delay(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
    advance: () => {},
  };
  await using git = createGitHttpServer({ repositories: new Map([["acme/library", repository.gitDir]]) });
  const key = parseHostKey("gh");
  assert(key.ok);
  const host = createGitHost({
    key: key.value,
    baseUrl: git.url,
    nestedOwners: false,
    ignoresCase: true,
    lifetimes: { repository: 60, ref: 60 },
    fetch,
    clock,
  });
  await using world = await accountServer(kv, clock, {
    hosts: [host],
    environment: { OIDC_ISSUERS: `gh=${issuer.url}` },
  });
  const acme = await world.account("acme");
  const accountKey = await world.key(acme, { writes: true });
  const origin = world.server.listen();
  const ask = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${accountKey}`, "content-type": "application/json" };
    const response = await fetch(`${origin}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    assert(response.ok, await response.clone().text());
    return await response.json();
  };
  const { id } = await ask("POST", "/connections", {
    address: "/gh/acme/library",
    visibility: "global",
    syncs: false,
  });
  const numbers = { repositoryId: "300", ownerId: "70" };
  await ask("PATCH", `/connections/${id}`, {
    workflow: { file: ".github/workflows/skills.yml", ...numbers },
  });
  const now = Math.floor(Date.now() / 1000);
  issuer.job = {
    iat: now,
    exp: now + 600,
    repository: "acme/library",
    repository_id: "300",
    repository_owner_id: "70",
    ref: "refs/tags/v1",
    workflow_ref: "acme/library/.github/workflows/skills.yml@refs/tags/v1",
    event_name: "push",
    sha: commit,
    run_id: "1",
  };

  const workspace = repository.directory;
  for (const [name, { steps, permissions }] of Object.entries(jobs)) {
    const mayAsk = permissions["id-token"] === "write";
    await using machine = await runner(workspace, {
      ...(mayAsk && {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/job?api-version=2`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: "what asks for it",
      }),
    });
    for (const { uses = "", with: inputs = {} } of steps) {
      if (uses.startsWith("actions/checkout@")) continue;
      if (uses.startsWith("github/codeql-action/upload-sarif@")) {
        const log = JSON.parse(await Deno.readTextFile(`${workspace}/${inputs.sarif_file}`));
        assert.equal(log.version, "2.1.0");
        continue;
      }
      assert.match(uses, /^<where you get skillmount>@/, name);
      const here = Object.fromEntries(
        Object.entries(inputs).map(([input, value]) => [input, value.replace(SERVER, origin)]),
      );
      const { hasFailed, out } = await machine.action(here);
      assert(!hasFailed, out);
      if (mayAsk) {
        assert.match(out, /acme\/release-notes 1\.0\.0 \(global\): published, a new skill/);
        assert.match(out, /acme\/incidents 1\.0\.0 \(global\): published, a new skill/);
      }
    }
  }
  const { provenance } = await (await fetch(`${origin}/api/v1/library/acme/incidents`, {
    headers: { authorization: `Bearer ${accountKey}` },
  })).json();
  const { kind, commit: from, run, source } = provenance;
  assert.deepEqual([kind, from, run, source], ["workflow", commit, "1", "matches"]);

  // A repository with an error fails, with the place of it, and still writes its log.
  await repository.write({ "skills/broken/SKILL.md": "---\nname: broken\ndescription: [unclosed\n---\n" });
  await using machine = await runner(workspace, {});
  const checked = await machine.action({ sarif: "broken.sarif", publish: "skills/incidents" });
  assert(checked.hasFailed);
  assert.match(checked.out, /::error file=skills\/broken\/SKILL\.md,line=3/);
  const log = JSON.parse(await Deno.readTextFile(`${workspace}/broken.sarif`));
  assert.equal(log.runs[0].results.length > 0, true);
  assert.doesNotMatch(checked.out, /published/, "nothing is published after a check that fails");
});
