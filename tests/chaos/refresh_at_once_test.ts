/** One refresh token in two processes at one moment, whose clocks do not agree. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { verifies } from "../requirements/verifies.ts";
import {
  allowedCode,
  type AuthorizationServer,
  authorizationServer,
  exchangeForm,
} from "../support/sign_in/authorization_server.ts";
import { createDatabaseServer, createFile, type Database } from "./_database.ts";
import { shiftedClock } from "./_shifted_clock.ts";

const REQUESTS = 20;
const MINUTE_AND_HALF = 90_000;
/** How far the clocks of the two processes are ahead. Milliseconds. */
const CLOCKS = [[0, 0], [0, MINUTE_AND_HALF], [0, -MINUTE_AND_HALF]] as const;

const SENTENCE = "twenty refreshes at once over two processes whose clocks differ give one pair";

Deno.test(verifies(["refresh.parallel_processes"], `${SENTENCE}, on one file`), async () => {
  await using database = await createFile();
  await refreshEverywhere(database);
});

Deno.test({
  name: `${SENTENCE}, on denokv${
    createDatabaseServer === null ? " (skipped: DENOKV_BIN names no program that may be run)" : ""
  }`,
  ignore: createDatabaseServer === null,
  async fn() {
    assert(createDatabaseServer !== null);
    await using database = await createDatabaseServer();
    await refreshEverywhere(database);
  },
});

async function refreshEverywhere({ kv: path }: Database): Promise<void> {
  using kv = await Deno.openKv(path);
  using server = await authorizationServer({ kv, clock: shiftedClock() });
  const browser = await server.signedIn();
  const client = await server.client();
  await using stack = new AsyncDisposableStack();
  const clocks = [...new Set(CLOCKS.flat())];
  const started = await Promise.all(clocks.map(async (ahead) => stack.use(await startTokens(path, ahead))));
  const processAt = (ahead: number) => started[clocks.indexOf(ahead)] ?? assert.fail();
  for (const pair of CLOCKS) {
    const processes = pair.map(processAt);
    const refresh = async (token: string, at: number) => {
      const form = { grant_type: "refresh_token", client_id: client, refresh_token: token };
      return await (processes[at % 2] ?? assert.fail()).post("/api/oauth/token", form);
    };
    const first = await firstTokens(server, client, await allowedCode(browser, client));
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, index) => refresh(first.refresh_token, index)),
    );
    assert.deepEqual(answers.map(({ status }) => status), answers.map(() => 200), `clocks ${pair}`);
    for (const member of ["access_token", "refresh_token"]) {
      assert.equal(new Set(answers.map(({ body }) => body[member])).size, 1, `one ${member}, clocks ${pair}`);
    }
    const [{ body: second } = assert.fail()] = answers;
    assert.equal(await server.whoHas(second.access_token ?? ""), "access_token");
    const third = await refresh(second.refresh_token ?? "", 1);
    assert.equal(third.status, 200, "the successor works");
    const replayed = await refresh(first.refresh_token, 0);
    assert.deepEqual([replayed.status, replayed.body.error], [400, "invalid_grant"]);
    assert.equal(
      await server.whoHas(third.body.access_token ?? ""),
      "auth.invalid_token",
      "the family is gone",
    );
  }
}

async function firstTokens(server: AuthorizationServer, client: string, { code }: { readonly code: string }) {
  const answer = await server.form("/api/oauth/token", exchangeForm(client, code));
  assert.equal(answer.status, 200);
  return await answer.json();
}

interface TokenProcess extends AsyncDisposable {
  post(
    path: string,
    form: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: Readonly<Record<string, string>> }>;
}

async function startTokens(kv: string, ahead: number): Promise<TokenProcess> {
  const child = new Deno.Command("deno", {
    args: [
      "run",
      "--no-prompt",
      `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
      "--allow-read",
      "--allow-net=127.0.0.1",
      "--allow-env",
      ...(kv.startsWith("http:") ? [] : [`--allow-write=${dirname(kv)}`]),
      new URL("_token_process.ts", import.meta.url).href,
      kv,
      String(ahead),
    ],
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value: port = "" } = await reader.read();
  assert.match(port, /^\d+\n$/);
  return {
    async post(path, form) {
      const url = `http://127.0.0.1:${port.trim()}${path}`;
      const response = await fetch(url, { method: "POST", body: new URLSearchParams(form) });
      return { status: response.status, body: await response.json() };
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
    },
  };
}
