/** Holds the stand-in for GitHub's REST API against GitHub's own description of it, so that it cannot drift. */
import assert from "node:assert/strict";
import { Ajv, type ValidateFunction } from "ajv";
import { createGithubApiServer, GITHUB_TROUBLES } from "../../support/github_api_server.ts";

/** What of it is looked at; `scripts/github_replies.ts` takes it out. */
const DESCRIPTION = new URL("_described_replies.json", import.meta.url);

/** What may be answered without JSON, or with JSON that is broken on purpose. */
const NO_JSON: ReadonlySet<string> = new Set([
  "a fault",
  "a drip without end",
  "a length that is too long",
  "a length that is too short",
]);

interface Described {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Record<string, unknown> }>>;
  };
}

async function description(): Promise<{ described: Described; schema: (name: string) => ValidateFunction }> {
  const described: Described = JSON.parse(await Deno.readTextFile(DESCRIPTION));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(described, "github");
  return { described, schema: (name) => ajv.compile({ $ref: `github#/components/schemas/${name}` }) };
}

function assertValid(validate: ValidateFunction, body: unknown): void {
  assert(validate(body), JSON.stringify(validate.errors));
}

Deno.test("every reply of the stand-in is one that GitHub describes", async (t) => {
  const { described, schema } = await description();
  const repository = schema("full-repository");
  const error = schema("basic-error");
  await using api = createGithubApiServer([
    { id: 4711, owner: "Acme", name: "Library", description: "Skills" },
    { id: 4712, owner: "acme", name: "private", private: true },
  ]);
  api.renamed.set("acme/before", 4711);
  const ask = (path: string) => fetch(api.url + path, { redirect: "manual" });

  await t.step("a repository", async () => {
    for (const path of ["/repos/acme/library", "/repos/acme/private", "/repositories/4711"]) {
      const body = await (await ask(path)).json();
      assertValid(repository, body);
      // Nor does it say what GitHub does not.
      const { "full-repository": whole, "simple-user": user } = described.components.schemas;
      for (const name of Object.keys(body)) assert(whole && name in whole.properties, name);
      for (const name of Object.keys(body.owner)) assert(user && name in user.properties, name);
    }
  });
  await t.step("a repository in another shape would be noticed", async () => {
    const body = await (await ask("/repos/acme/library")).json();
    assert(!repository({ ...body, id: "4711" }));
    const { default_branch: _, ...less } = body;
    assert(!repository(less));
  });
  await t.step("a name that is unknown, or was given up", async () => {
    const [unknown, moved] = [await ask("/repos/acme/unknown"), await ask("/repos/acme/before")];
    assert.deepEqual([unknown.status, moved.status], [404, 301]);
    assertValid(error, await unknown.json());
    assertValid(error, await moved.json());
  });
  for (const [trouble, answer] of Object.entries(GITHUB_TROUBLES)) {
    if (NO_JSON.has(trouble)) continue;
    await t.step(trouble, async () => {
      api.answer = answer;
      const response = await ask("/repos/acme/library");
      api.answer = null;
      assert(response.status >= 300);
      assertValid(error, await response.json());
    });
  }
});
