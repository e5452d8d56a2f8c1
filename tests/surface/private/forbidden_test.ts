/** A forge that shows a person less over time: the repository and its code, the project alone, nothing. */
import assert from "node:assert/strict";
import type { AccountId, Audience, GrantId, PersonId } from "../../../contracts/auth/viewer.ts";
import { success } from "../../../contracts/result.ts";
import { createPermissions } from "../../../src/auth/mod.ts";
import { verifies } from "../../requirements/verifies.ts";
import { gitHost } from "../../support/git_host.ts";
import { createGitHttpServer } from "../../support/git_http_server.ts";
import { createGitRepository } from "../../support/git_repository.ts";
import { manualClock } from "../../support/manual_clock.ts";
import { testServer } from "../../support/test_server.ts";

const ORIGIN = "http://127.0.0.1";
const SECRET = "/code/acme/secret";
const TTL_SECONDS = 60;

Deno.test(
  verifies(
    ["private.forbidden"],
    "who may see a repository no more, or its project and not its code, is told what is told of a missing one",
  ),
  async () => {
    await using repository = await createGitRepository({ "README.md": "# Secret\n" });
    /** What git gets there with Ada's token; null: the repository. Everybody else gets nothing. */
    let refusal: number | null = null;
    await using forge = createGitHttpServer({
      repositories: new Map([["acme/secret", repository.gitDir]]),
      async intercept(request) {
        const basic = /^Basic (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
        const isAda = atob(basic).endsWith(":of-ada");
        if (isAda && refusal === null) return undefined;
        await request.body?.cancel();
        return new Response(null, { status: isAda && refusal !== null ? refusal : 401 });
      },
    });
    const clock = manualClock();
    const lifetimes = { repository: 60, ref: 60, stale: 86_400 };
    await using server = await testServer({
      clock,
      hosts: [gitHost({ baseUrl: forge.url, clock, lifetimes })],
      authorization: (store, clock) => ({
        authenticate: ({ bearer }) =>
          Promise.resolve(success({
            kind: "access_token",
            person: "code/1" as PersonId,
            account: "1" as AccountId,
            grant: "1" as GrantId,
            audience: `${ORIGIN}${bearer ?? ""}` as Audience,
            scopes: new Set(["repo:read"] as const),
          })),
        permissions: createPermissions({
          permissions: store.permissionStore,
          invalidations: store.invalidations,
          credentialOf: () => Promise.resolve(success({ token: "of-ada" })),
          clock,
          ttlSeconds: TTL_SECONDS,
        }),
        issuer: "http://localhost",
        publicUrl: ORIGIN,
        challenges: true,
      }),
    });
    const ask = async (address: string) => {
      const headers = { authorization: `Bearer ${address}` };
      return await server.fetch(new Request(`${ORIGIN}/api/v1/mounts${address}`, { headers }));
    };
    /** What she is told, but for the name. */
    const told = async (address: string) => {
      const answer = await ask(address);
      const headers = [...answer.headers].filter(([name]) => name !== "x-request-id");
      return [answer.status, headers, (await answer.text()).replaceAll(address, "NAME")];
    };
    for (const status of [401, 403, 404]) {
      refusal = null;
      clock.advance(TTL_SECONDS * 1000);
      const shown = await ask(SECRET);
      assert.notEqual(shown.status, 404, `before ${status}`);
      await shown.body?.cancel();
      refusal = status;
      clock.advance(TTL_SECONDS * 1000);
      const answer = await ask(SECRET);
      assert.equal(answer.status, 404, String(status));
      assert.equal(answer.headers.get("www-authenticate"), null);
      assert.equal((await answer.json()).error.code, "mount.repo_not_found");
      assert.deepEqual(await told(SECRET), await told("/code/acme/missing"));
    }
  },
);
