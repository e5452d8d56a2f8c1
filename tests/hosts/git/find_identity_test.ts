import assert from "node:assert/strict";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { gitHost } from "../../support/git_host.ts";

Deno.test("where a forge has an API, its number is a repository's identity, whoever asks and whatever it is called", async () => {
  await using repository = await createGitRepository();
  await repository.commit({ "SKILL.md": "---\nname: one\ndescription: One.\n---\n" });
  const { gitDir } = repository;
  const answers = new Map<string, () => Response>();
  const asked: string[] = [];
  const told = (id: unknown, name: string, more: Record<string, unknown> = {}) => () =>
    Response.json({ id, name, owner: { login: "acme" }, private: false, ...more });
  await using server = createGitHttpServer({
    repositories: new Map([["acme/library", gitDir], ["acme/other", gitDir]]),
    async intercept(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith("/api/v1/")) return undefined;
      await request.body?.cancel();
      asked.push(`${request.headers.get("authorization") ?? "nobody"} ${pathname}`);
      return answers.get(pathname)?.() ?? new Response("no", { status: 404 });
    },
  });
  const host = gitHost({ baseUrl: server.url, apiUrl: `${server.url}/api/v1` });
  const library = "/api/v1/repos/acme/library";
  const identityOf = async (as = host, name = "library") => {
    const found = await as.repository("acme", name);
    if (!found.ok) return found.error.reason;
    const { id, owner, name: now, confirmed } = found.value;
    assert.equal(confirmed?.etag, null);
    return `${id} ${owner}/${now}`;
  };

  answers.set(library, told(7, "library"));
  assert.equal(await identityOf(), "7 acme/library");
  assert.equal(await identityOf(host.as({ token: "ada" })), "7 acme/library");
  assert.deepEqual(asked, [`nobody ${library}`, `Bearer ada ${library}`]);

  answers.set("/api/v1/repos/acme/other", told(7, "other"));
  answers.set(
    library,
    () => new Response(null, { status: 307, headers: { location: "/api/v1/repos/acme/other" } }),
  );
  assert.equal(await identityOf(), "7 acme/other");
  answers.set(library, told(8, "library"));
  assert.equal(await identityOf(), "8 acme/library");

  answers.set(library, told(7, "library", { private: true }));
  assert.equal(await identityOf(), "not_found", "what is for who is signed in is not for everyone");
  assert.equal(await identityOf(host.as({ token: "ada" })), "7 acme/library");
  answers.delete(library);
  assert.equal(await identityOf(host.as({ token: "ada" })), "not_found");

  const unreadable = [told("7", "library"), told(-1, "library"), told(7, "../x"), () => Response.json([])];
  const broken = [() => new Response("<html>"), () => new Response("", { status: 502 })];
  const elsewhere = () =>
    new Response(null, { status: 301, headers: { location: "https://evil.example/api/v1/repos/acme/x" } });
  for (const answer of [...unreadable, ...broken, elsewhere]) {
    answers.set(library, answer);
    assert.equal(await identityOf(), "unavailable");
  }
  answers.set(library, () => new Response("", { status: 429, headers: { "retry-after": "30" } }));
  const limited = await host.repository("acme", "library");
  assert.deepEqual(limited, { ok: false, error: { reason: "rate_limited", retryAfterSeconds: 30 } });
});
