import assert from "node:assert/strict";
import { githubHost } from "./_stage.ts";

/** GitHub's API, that answers with `status` and `body` and remembers what it was asked with. */
function api(status: number, body: unknown = {}, headers: Record<string, string> = {}) {
  const asked: { readonly url: string; readonly authorization: string | null }[] = [];
  const host = githubHost({
    token: "of-the-server",
    fetch: (input, init) => {
      const request = new Request(input, init);
      asked.push({ url: request.url, authorization: request.headers.get("authorization") });
      return Promise.resolve(Response.json(body, { status, headers }));
    },
  });
  return { ask: () => host.as({ token: "of-ada" }).repository("acme", "secret"), asked };
}

const SECRET = {
  id: 7,
  name: "secret",
  owner: { login: "acme" },
  description: null,
  default_branch: "main",
  private: true,
};

Deno.test("a person is asked for with one request, with their own token and not the server's", async () => {
  const { ask, asked } = api(200, SECRET);
  const found = await ask();
  assert(found.ok);
  const { id, visibility, picture, defaultBranch } = found.value;
  assert.deepEqual([id, visibility, picture, defaultBranch], ["7", "private", null, "main"]);
  assert.deepEqual(asked, [
    { url: "https://api.github.com/repos/acme/secret", authorization: "Bearer of-ada" },
  ]);
});

Deno.test("what is shown to somebody is not public by that, whatever the API says of it", async () => {
  const found = await api(200, { ...SECRET, private: false }).ask();
  assert(found.ok);
  assert.equal(found.value.visibility, "private");
});

Deno.test("a no of GitHub is one and the same, and trouble is never a no", async () => {
  for (const status of [401, 403, 404, 451]) {
    assert.deepEqual(await api(status).ask(), { ok: false, error: { reason: "not_found" } }, String(status));
  }
  const limited = await api(403, {}, { "retry-after": "30" }).ask();
  assert(!limited.ok && limited.error.reason === "rate_limited");
  assert.equal(limited.error.retryAfterSeconds, 30);
  for (const [status, body] of [[500, {}], [502, {}], [200, { id: "seven" }], [200, []]] as const) {
    const answer = await api(status, body).ask();
    assert(!answer.ok && answer.error.reason === "unavailable", `${status} ${JSON.stringify(body)}`);
  }
});
