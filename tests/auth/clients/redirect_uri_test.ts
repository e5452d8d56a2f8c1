import assert from "node:assert/strict";
import fc from "fast-check";
import type { RedirectUri } from "../../../contracts/auth/clients.ts";
import {
  isRegistered,
  type LocalhostRule,
  parseRedirectUri,
  parseRedirectUris,
  receiverOf,
} from "../../../src/auth/clients/redirect_uri.ts";

const ACCEPTED = [
  "https://app.example/cb",
  "https://app.example/cb?x=1",
  "https://app.example:8443/",
  "http://127.0.0.1:3000/cb",
  "http://127.0.0.1/cb",
  "http://127.0.0.1:33418",
  "http://[::1]/cb",
  "http://localhost:8787/callback",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "com.example.app:/cb",
  "vscode://vscode.github-authentication/did-authenticate",
];

const REFUSED = [
  ["http://app.example/cb", "is plain http to another machine; use https"],
  ["http://10.0.0.5/cb", "is plain http to another machine; use https"],
  ["http://127.0.0.1.example/cb", "is plain http to another machine; use https"],
  ["http://127.1/cb", "is not spelled the usual way, http://127.0.0.1/cb"],
  ["http://localhost./cb", "is plain http to another machine; use https"],
  ["https://app.example/cb#x", "has a fragment"],
  ["https://app.example/cb#", "has a fragment"],
  ["https://u:p@app.example/cb", "holds credentials"],
  ["cursor://u@host/cb", "holds credentials"],
  ["https://*.example/cb", "holds a wildcard; register each URI"],
  ["http://127.0.0.1:*/cb", "holds a wildcard; register each URI"],
  ["/cb", "is no absolute URI"],
  ["", "is no absolute URI"],
  ["https://App.example/cb", "is not spelled the usual way, https://app.example/cb"],
  ["https://app.example", "is not spelled the usual way, https://app.example/"],
  ["https://app.example:443/cb", "is not spelled the usual way, https://app.example/cb"],
  ["https://app.example/a/../cb", "is not spelled the usual way, https://app.example/cb"],
  ["https://app.example/c\tb", "holds a character that no URI holds; escape it"],
  ["https://app.example/\u202e", "holds a character that no URI holds; escape it"],
  ["javascript:alert(1)", "has a scheme that no app may claim"],
  ["javascript:/alert(1)", "has a scheme that no app may claim"],
  ["JavaScript:/alert(1)", "has a scheme that no app may claim"],
  ["data:text/html,x", "has a scheme that no app may claim"],
  ["vbscript:x", "has a scheme that no app may claim"],
  ["file:///etc/passwd", "has a scheme that no app may claim"],
  ["blob:x", "has a scheme that no app may claim"],
  ["ms-msdt:/id", "has a scheme that no app may claim"],
  ["ftp://app.example/", "has a scheme that no app may claim"],
  ["ws://app.example/", "has a scheme that no app may claim"],
  ["x:/cb", "has a scheme that no app may claim"],
] as const;

Deno.test("parseRedirectUri() takes https, this computer and an app's own scheme, as they are written", () => {
  for (const text of ACCEPTED) assert.deepEqual(parseRedirectUri(text), { ok: true, value: text });
});

Deno.test("parseRedirectUri() refuses what leads elsewhere, in words for a developer", () => {
  for (const [text, error] of REFUSED) {
    assert.deepEqual(parseRedirectUri(text), { ok: false, error }, text);
  }
  assert.equal(parseRedirectUri(`https://app.example/${"a".repeat(2048)}`).ok, false);
});

Deno.test("parseRedirectUri() never takes what a browser reads as another address", () => {
  const scheme = fc.constantFrom("https://", "http://", "cursor://", "javascript:", "com.app:/", "");
  const rest = fc.string({ unit: fc.constantFrom(..."ab.:/@#*?%1[]\\ \n\u00e9"), maxLength: 20 });
  fc.assert(fc.property(scheme, rest, (start, end) => {
    const parsed = parseRedirectUri(start + end);
    if (!parsed.ok) return;
    const url = new URL(parsed.value);
    assert(["https:", "http:", "cursor:", "com.app:"].includes(url.protocol), parsed.value);
    if (url.protocol === "http:") assert(["127.0.0.1", "[::1]", "localhost"].includes(url.hostname));
    assert.equal(`${url.username}${url.password}${url.hash}`, "");
    if (url.protocol === "https:") assert.equal(url.href, parsed.value);
  }));
});

Deno.test("parseRedirectUris() keeps localhost beside others only, and names the literal to use", () => {
  const mixed = [
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "https://www.cursor.com/agents/mcp/oauth/callback",
    "http://localhost:8787/callback",
  ];
  assert.deepEqual(parseRedirectUris(mixed, "refuse"), { ok: true, value: mixed });
  const alone = parseRedirectUris(["http://localhost:3000/cb", "http://localhost/cb"], "refuse");
  assert(!alone.ok);
  assert.match(alone.error, /127\.0\.0\.1/);
  assert.equal(parseRedirectUris(["http://localhost:3000/cb"], "accept").ok, true);
  assert.equal(parseRedirectUris([], "accept").ok, false);
});

Deno.test("isRegistered() takes any port of a loopback literal, and nothing else but the text", () => {
  const cases: [asked: string, registered: string[], rule: LocalhostRule, expected: boolean][] = [
    ["https://app.example/cb", ["https://app.example/cb"], "refuse", true],
    ["https://app.example/cb2", ["https://app.example/cb"], "refuse", false],
    ["https://app.example/cb/", ["https://app.example/cb"], "refuse", false],
    ["https://app.example/cb?x=1", ["https://app.example/cb"], "refuse", false],
    ["https://app.example:8443/cb", ["https://app.example/cb"], "refuse", false],
    ["http://127.0.0.1:54321/cb", ["http://127.0.0.1:3000/cb"], "refuse", true],
    ["http://127.0.0.1:54321/cb", ["http://127.0.0.1/cb"], "refuse", true],
    ["http://127.0.0.1:3000/other", ["http://127.0.0.1/cb"], "refuse", false],
    ["http://127.0.0.1:3000/cb?x=1", ["http://127.0.0.1/cb"], "refuse", false],
    ["http://[::1]:3000/cb", ["http://127.0.0.1/cb"], "refuse", false],
    ["http://127.0.0.1:33418", ["http://127.0.0.1/"], "refuse", true],
    ["http://127.0.0.1:33418/", ["http://127.0.0.1"], "refuse", true],
    ["http://localhost:8787/cb", ["cursor://x/cb", "http://localhost:8787/cb"], "refuse", true],
    ["http://localhost:9999/cb", ["cursor://x/cb", "http://localhost:8787/cb"], "refuse", false],
    ["http://localhost:9999/cb", ["http://localhost/cb", "http://127.0.0.1/cb"], "refuse", true],
    ["http://localhost:9999/cb", ["http://localhost/cb", "http://127.0.0.1/other"], "refuse", false],
    ["http://localhost:9999/cb", ["http://127.0.0.1/cb"], "refuse", false],
    ["http://localhost:9999/cb", ["http://localhost:8787/cb"], "accept", true],
    ["http://localhost:9999/cb", ["http://127.0.0.1/cb"], "accept", false],
    ["cursor://x/cb/", ["cursor://x/cb"], "refuse", false],
  ];
  for (const [asked, registered, rule, expected] of cases) {
    assert.equal(isRegistered(parsed(asked), registered.map(parsed), rule), expected, asked);
  }
});

Deno.test("receiverOf() tells a host, this computer, or the scheme alone", () => {
  assert.deepEqual(receiverOf(parsed("https://app.example:8443/cb")), {
    kind: "web",
    host: "app.example:8443",
  });
  assert.deepEqual(receiverOf(parsed("http://127.0.0.1:3000/cb")), { kind: "this computer" });
  assert.deepEqual(receiverOf(parsed("cursor://claude.ai/cb")), { kind: "app", scheme: "cursor" });
});

function parsed(text: string): RedirectUri {
  const result = parseRedirectUri(text);
  assert(result.ok, text);
  return result.value;
}
