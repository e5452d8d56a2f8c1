import assert from "node:assert/strict";
import type { FetchDocument } from "../../contracts/auth/clients.ts";
import {
  allowedCode,
  authorizationServer,
  authorizePath,
  CALLBACK,
  exchangeForm,
} from "../support/sign_in/authorization_server.ts";
import { verifies } from "./verifies.ts";

const ID = "https://app.example/client.json";
const DOCUMENT = { client_id: ID, client_name: "App", redirect_uris: [CALLBACK] };

function documents(body: unknown) {
  const asked: string[] = [];
  const fetchDocument: FetchDocument = (url) => {
    asked.push(url);
    return Promise.resolve({ ok: true, value: { body, maxAge: null } });
  };
  return { asked, fetchDocument };
}

Deno.test(
  verifies(
    ["cimd.flow", "cimd.cached", "cimd.choices"],
    "a client named by its URL finishes the flow without a secret",
  ),
  async () => {
    const choosing = {
      ...DOCUMENT,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
    };
    for (const document of [DOCUMENT, choosing]) {
      const { asked, fetchDocument } = documents(document);
      using server = await authorizationServer({ fetchDocument });
      const browser = await server.signedIn();
      const { code } = await allowedCode(browser, ID);
      const answer = await server.form("/api/oauth/token", exchangeForm(ID, code));
      assert.equal(answer.status, 200);
      const { refresh_token } = await answer.json();
      const refresh = { grant_type: "refresh_token", client_id: ID, refresh_token };
      assert.equal((await server.form("/api/oauth/token", refresh)).status, 200);
      await (await browser.get(authorizePath(ID))).body?.cancel();
      assert.deepEqual(asked, [ID]);
    }
  },
);

Deno.test(
  verifies(
    ["cimd.match", "cimd.required", "cimd.redirect_checked"],
    "a document must be right, or the person is told",
  ),
  async () => {
    const wrong = [
      { ...DOCUMENT, client_id: `${ID}/` },
      { ...DOCUMENT, client_id: ID.replace("app", "App") },
      { ...DOCUMENT, redirect_uris: undefined },
      { ...DOCUMENT, redirect_uris: ["https://other.example/cb"] },
      { ...DOCUMENT, client_secret: "s" },
      { ...DOCUMENT, token_endpoint_auth_method: "client_secret_post" },
      [],
      "text",
    ];
    for (const document of wrong) {
      using server = await authorizationServer({ fetchDocument: documents(document).fetchDocument });
      const browser = await server.signedIn();
      const response = await browser.get(authorizePath(ID));
      assert.deepEqual(
        [response.status, response.headers.get("location")],
        [400, null],
        JSON.stringify(document),
      );
      await response.body?.cancel();
    }
  },
);

Deno.test(
  verifies(["cimd.signed_in_first"], "nobody who is not signed in makes the server fetch"),
  async () => {
    const { asked, fetchDocument } = documents(DOCUMENT);
    using server = await authorizationServer({ fetchDocument });
    const response = await server.fetch(authorizePath(ID));
    assert.equal(response.status, 303);
    assert.match(response.headers.get("location") ?? "", /\/sign-in\?return_to=/);
    const token = await server.form("/api/oauth/token", exchangeForm(ID, "oc_x"));
    assert.deepEqual([token.status, (await token.json()).error], [401, "invalid_client"]);
    const revoke = await server.form("/api/oauth/revoke", { client_id: ID, token: "rt_x" });
    assert.deepEqual([revoke.status, (await revoke.json()).error], [401, "invalid_client"]);
    assert.deepEqual(asked, []);
  },
);

Deno.test("one person makes the server look at apps so often and no oftener", async () => {
  const { fetchDocument } = documents(DOCUMENT);
  using server = await authorizationServer({ fetchDocument });
  const browser = await server.signedIn();
  const statuses: number[] = [];
  for (let times = 0; times < 31; times++) {
    const response = await browser.get(authorizePath(ID));
    await response.body?.cancel();
    statuses.push(response.status);
  }
  assert.deepEqual([statuses[29], statuses[30]], [200, 429]);
});
