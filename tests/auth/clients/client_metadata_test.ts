import assert from "node:assert/strict";
import fc from "fast-check";
import type { ClientId } from "../../../contracts/auth/clients.ts";
import { parseClientDocument, parseRegistration } from "../../../src/auth/clients/client_metadata.ts";

const CALLBACK = "http://127.0.0.1:3000/cb";
const ID = "https://app.example/client.json" as ClientId;

Deno.test("parseRegistration() keeps what is used and ignores the rest", () => {
  const body = {
    client_name: "  An\u202e App\u200b\n ",
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: "none",
    software_version: 3,
    logo_uri: ["x"],
    application_type: "web",
    grant_types: "nonsense",
  };
  assert.deepEqual(parseRegistration(body, "refuse"), {
    ok: true,
    value: { name: "An App", redirectUris: [CALLBACK], authentication: "none" },
  });
});

Deno.test("parseRegistration() gives a secret to who names no method, and shortens a long name", () => {
  const parsed = parseRegistration({ redirect_uris: [CALLBACK], client_name: "x".repeat(5000) }, "refuse");
  assert(parsed.ok);
  assert.equal(parsed.value.authentication, "client_secret_basic");
  assert.equal(parsed.value.name?.length, 60);
});

Deno.test("parseRegistration() refuses in the codes of the standard", () => {
  const cases: [body: unknown, error: string][] = [
    [null, "invalid_client_metadata"],
    [[], "invalid_client_metadata"],
    ["x", "invalid_client_metadata"],
    [{ redirect_uris: "x" }, "invalid_client_metadata"],
    [{ redirect_uris: Array(17).fill(CALLBACK) }, "invalid_client_metadata"],
    [{ redirect_uris: [CALLBACK], token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
    [{ redirect_uris: [CALLBACK], token_endpoint_auth_method: 1 }, "invalid_client_metadata"],
    [{}, "invalid_redirect_uri"],
    [{ redirect_uris: [] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://localhost:3000/cb"] }, "invalid_redirect_uri"],
    [{ redirect_uris: [CALLBACK, "javascript:alert(1)"] }, "invalid_redirect_uri"],
  ];
  for (const [body, error] of cases) {
    const parsed = parseRegistration(body, "refuse");
    assert.equal(parsed.ok ? "accepted" : parsed.error.error, error, JSON.stringify(body));
  }
});

Deno.test("parseRegistration() is total: any JSON is metadata or a refusal", () => {
  fc.assert(fc.property(fc.jsonValue(), (body) => {
    const parsed = parseRegistration(body, "accept");
    if (!parsed.ok) assert(parsed.error.description.length > 0);
  }));
});

Deno.test("parseClientDocument() takes a public client that names its own URL", () => {
  const document = { client_id: ID, redirect_uris: [CALLBACK], client_name: "App" };
  const accepted = { ok: true, value: { name: "App", redirectUris: [CALLBACK], authentication: "none" } };
  const methods = [
    {},
    { token_endpoint_auth_method: "none" },
    {
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
    },
  ];
  for (const method of methods) {
    assert.deepEqual(parseClientDocument({ ...document, ...method }, ID, "refuse"), accepted);
  }
  const refused: unknown[] = [
    { ...document, client_id: `${ID}/` },
    { ...document, client_id: ID.toUpperCase() },
    { ...document, client_id: undefined },
    { ...document, redirect_uris: undefined },
    { ...document, client_secret: "s" },
    { ...document, token_endpoint_auth_method: "client_secret_post" },
    { ...document, token_endpoint_auth_method: "private_key_jwt" },
    [],
  ];
  for (const body of refused) {
    assert.equal(parseClientDocument(body, ID, "refuse").ok, false, JSON.stringify(body));
  }
});
