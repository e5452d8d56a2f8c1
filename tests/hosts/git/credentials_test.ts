/** A host that gives other answers to other credentials: nothing told to one is told to another, or to everyone. */
import assert from "node:assert/strict";
import type { GitHost } from "../../../contracts/git_host.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { gitHost } from "./_host.ts";
import { DEFAULT } from "./_stage.ts";

interface Faces extends AsyncDisposable {
  readonly host: GitHost;
  readonly url: string;
  /** The token of each request; null: it had none. */
  readonly seen: (string | null)[];
  /** Where a request is sent on to instead. */
  redirect: string | null;
}

/** `acme/library` is one repository to Ada, another to Bob, and nothing to everybody else. */
async function twoFaces(): Promise<Faces> {
  const repositories = await Promise.all(
    ["ada", "bob"].map((name) => createGitRepository({ "FOR.md": `${name}\n` })),
  );
  const servers = repositories.map(({ gitDir }) =>
    createGitHttpServer({ repositories: new Map([["acme/library", gitDir]]) })
  );
  const seen: (string | null)[] = [];
  const self = { redirect: null as string | null };
  const front = createGitHttpServer({
    repositories: new Map(),
    async intercept(request) {
      const basic = /^Basic (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
      const token = basic === undefined ? null : atob(basic).split(":")[1] ?? null;
      seen.push(token);
      const body = await request.arrayBuffer();
      if (self.redirect !== null) {
        return new Response(null, { status: 302, headers: { location: self.redirect } });
      }
      const behind = servers[["ada", "bob"].indexOf(token ?? "")];
      if (behind === undefined) return new Response(null, { status: 401 });
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      for (const name of ["authorization", "host", "content-length"]) headers.delete(name);
      return await fetch(behind.url + pathname + search, {
        method: request.method,
        headers,
        ...(request.method === "POST" && { body }),
      });
    },
  });
  return {
    host: gitHost({ baseUrl: front.url }),
    url: front.url,
    seen,
    get redirect() {
      return self.redirect;
    },
    set redirect(redirect) {
      self.redirect = redirect;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([front, ...servers, ...repositories].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

/** Everything that the host tells of the repository: its visibility, its commit, and the text of its file. */
async function told(host: GitHost): Promise<readonly string[]> {
  const repository = await host.repository("acme", "library");
  if (!repository.ok) return [repository.error.reason];
  const resolution = await host.resolve(repository.value, DEFAULT);
  if (!resolution.ok) return [resolution.error.reason];
  const { commit } = resolution.value;
  const tree = await host.tree(repository.value, commit, 10);
  if (!tree.ok) return [tree.error.reason];
  const texts: string[] = [];
  for await (
    const blob of host.blobs(repository.value, commit, tree.value.entries, new AbortController().signal)
  ) {
    texts.push(blob.ok ? new TextDecoder().decode(blob.value.bytes) : blob.error.reason);
  }
  return [repository.value.visibility, commit, ...texts];
}

Deno.test("what is told to one credential is told to no other and to nobody without one, also when it is warm", async () => {
  await using faces = await twoFaces();
  const { host } = faces;
  const asAda = () => host.as({ token: "ada" });
  const asBob = () => host.as({ token: "bob" });
  const ada = await told(asAda());
  assert.deepEqual([ada[0], ada[2]], ["private", "ada\n"]);
  assert.deepEqual(await told(host), ["not_found"]);
  const bob = await told(asBob());
  assert.deepEqual([bob[0], bob[2]], ["private", "bob\n"]);
  assert.notEqual(ada[1], bob[1]);
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await Promise.all([told(asAda()), told(host), told(asBob()), told(asAda())]), [
      ada,
      ["not_found"],
      bob,
      ada,
    ]);
  }
  assert.deepEqual(await told(host.as({ token: "eve" })), ["not_found"]);
});

Deno.test("a commit that was read with a credential is had by nobody without it", async () => {
  await using faces = await twoFaces();
  const { host } = faces;
  const repository = await host.as({ token: "ada" }).repository("acme", "library");
  assert(repository.ok);
  const resolution = await host.as({ token: "ada" }).resolve(repository.value, DEFAULT);
  assert(resolution.ok);
  const { commit } = resolution.value;
  const tree = await host.as({ token: "ada" }).tree(repository.value, commit, 10);
  assert(tree.ok);
  for (const other of [host, host.as({ token: "bob" })]) {
    const pinned = await other.resolve(repository.value, { kind: "commit", hash: commit });
    assert.equal(pinned.ok, false);
    assert.equal((await other.tree(repository.value, commit, 10)).ok, false);
    const never = new AbortController().signal;
    const blobs = await Array.fromAsync(other.blobs(repository.value, commit, tree.value.entries, never));
    assert.ok(blobs.every(({ ok }) => !ok));
  }
});

Deno.test("a credential goes with the calls that bring it, and never to another origin", async () => {
  await using faces = await twoFaces();
  const { host, seen } = faces;
  await told(host);
  assert.ok(seen.length > 0 && seen.every((token) => token === null));
  seen.length = 0;
  await told(host.as({ token: "ada" }));
  assert.ok(seen.length > 0 && seen.every((token) => token === "ada"));

  const caught: string[] = [];
  await using elsewhere = createGitHttpServer({
    repositories: new Map(),
    intercept(request) {
      caught.push(request.headers.get("authorization") ?? "none");
      return new Response(null, { status: 404 });
    },
  });
  faces.redirect = `${elsewhere.url}/acme/library.git/info/refs?service=git-upload-pack`;
  assert.deepEqual(await told(host.as({ token: "carol" })), ["not_found"]);
  assert.deepEqual(caught, []);
});
