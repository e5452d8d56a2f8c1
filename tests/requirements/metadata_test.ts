import assert from "node:assert/strict";
import { authorizationServer, ISSUER } from "../support/sign_in/authorization_server.ts";
import { verifies } from "./verifies.ts";

const PATH = "/.well-known/oauth-authorization-server";

Deno.test(
  verifies(
    [
      "metadata.as.document",
      "metadata.as.issuer",
      "metadata.as.endpoints",
      "metadata.as.pkce",
      "metadata.as.grants",
    ],
    "the server describes itself at its root, as what it is and nothing more",
  ),
  async () => {
    using server = await authorizationServer();
    const response = await server.fetch(PATH);
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    assert.match(response.headers.get("cache-control") ?? "", /max-age=300/);
    const document = await response.json();
    assert.equal(document.issuer, ISSUER);
    assert.equal(document.authorization_endpoint, `${ISSUER}/api/oauth/authorize`);
    assert.equal(document.token_endpoint, `${ISSUER}/api/oauth/token`);
    assert.equal(document.registration_endpoint, `${ISSUER}/api/oauth/register`);
    assert.equal(document.revocation_endpoint, `${ISSUER}/api/oauth/revoke`);
    assert.deepEqual(document.code_challenge_methods_supported, ["S256"]);
    assert.deepEqual(document.grant_types_supported, ["authorization_code", "refresh_token"]);
    assert.deepEqual(document.response_types_supported, ["code"]);
    assert.deepEqual(document.response_modes_supported, ["query"]);
  },
);

Deno.test(
  verifies(
    ["metadata.as.auth_methods", "metadata.as.iss", "metadata.as.cimd", "metadata.as.scopes"],
    "what clients may do is announced, and what only keys may do is not",
  ),
  async () => {
    const fetchDocument = () => assert.fail("fetched");
    using server = await authorizationServer({ fetchDocument });
    const document = await (await server.fetch(PATH)).json();
    const methods = ["client_secret_basic", "client_secret_post", "none"];
    assert.deepEqual(document.token_endpoint_auth_methods_supported.sort(), methods);
    assert.equal(document.authorization_response_iss_parameter_supported, true);
    assert.equal(document.client_id_metadata_document_supported, true);
    assert.deepEqual(document.scopes_supported, ["registry:read", "repo:read", "offline_access"]);
    using without = await authorizationServer();
    const other = await (await without.fetch(PATH)).json();
    assert.equal(other.client_id_metadata_document_supported, false);
  },
);
