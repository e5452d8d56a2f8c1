/** What becomes of the store where a client registers without end. */
import assert from "node:assert/strict";
import { type AuthorizationServer, authorizationServer } from "../support/sign_in/authorization_server.ts";

const MANY = 10_000;
const MOST_UNUSED = 200;
/** Two rows of a registration that granted nothing, and one that counts them all. */
const MOST_ROWS = 2 * (MOST_UNUSED + 1) + 1;
/** A network may register again after so long. */
const PAUSE_MS = 12_000;

Deno.test("a client that registers ten thousand times is one row, and after three hundred in an hour it has to wait", async () => {
  using server = await authorizationServer();
  const statuses = await registrations(server, () => "Same");
  assert.deepEqual([...statuses], [[201, 300], [429, MANY - 300]]);
  assert.equal(await rows(server), 3);
  const refused = await register(server, "Same");
  assert.equal((await refused.json()).error, "temporarily_unavailable");
  assert(Number(refused.headers.get("retry-after")) <= PAUSE_MS / 1000);
});

Deno.test("ten thousand registrations that grant nothing take no more room than is kept, each as little time as the first", async () => {
  using server = await authorizationServer({ mostUnused: MOST_UNUSED });
  const kept = await server.client();
  await server.kv.set(["beside"], true);
  let number = 0;
  const startedAt = performance.now();
  const statuses = await registrations(server, () => {
    server.clock.advance(PAUSE_MS);
    return `App ${++number}`;
  });
  const each = (performance.now() - startedAt) / MANY;
  assert.deepEqual([...statuses], [[201, MANY]]);
  assert((await rows(server)) <= MOST_ROWS + 1, `${await rows(server)} rows`);
  // Some tenths of a millisecond where nothing else runs; a scan of what is kept would take many times as long.
  assert(each < 50, `${each} ms each`);
  const gone = await server.form("/api/oauth/token", {
    grant_type: "refresh_token",
    client_id: kept,
    refresh_token: "rt_x",
  });
  assert.deepEqual([gone.status, (await gone.json()).error], [401, "invalid_client"]);
});

async function registrations(
  server: AuthorizationServer,
  nameOf: () => string,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (let times = 0; times < MANY; times++) {
    const { status, body } = await register(server, nameOf());
    await body?.cancel();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

function register(server: AuthorizationServer, name: string): Promise<Response> {
  const redirect_uris = ["http://127.0.0.1/cb"];
  return server.json("/api/oauth/register", {
    client_name: name,
    redirect_uris,
    token_endpoint_auth_method: "none",
  });
}

async function rows({ kv }: AuthorizationServer): Promise<number> {
  return (await Array.fromAsync(kv.list({ prefix: [] }))).length;
}
