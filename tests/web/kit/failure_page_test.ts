import assert from "node:assert/strict";
import { createAssets } from "../../../src/web/assets/assets.ts";
import { failurePage } from "../../../src/web/kit/failure_page.tsx";

const frame = { assets: createAssets(), version: "0", origin: null, stdioOf: () => null };
const SIGN_IN = "https://account.example/sign-in?return_to=%2Fgh%2Facme%2Fsecret";

Deno.test("a page that asks for a sign-in leads to it, and no other failure does", () => {
  const asked = "/gh/acme/secret";
  assert.match(failurePage(frame, { code: "auth.required" }, asked, null, SIGN_IN), /Sign in and open it/);
  assert.match(
    failurePage(frame, { code: "auth.required" }, asked, null, SIGN_IN),
    new RegExp(`href="https://account.example/sign-in`),
  );
  assert.doesNotMatch(failurePage(frame, { code: "auth.required" }, asked, null), /Sign in and open it/);
  assert.doesNotMatch(
    failurePage(frame, { code: "mount.repo_not_found" }, asked, null, SIGN_IN),
    /Sign in and/,
  );
});
