import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import manifest from "../../deno.json" with { type: "json" };
import { readConfig, SETTINGS } from "../../src/config/mod.ts";
import type { Config, ConfigProblem, Mode } from "../../src/config/mod.ts";

function read(environment: Readonly<Record<string, string>>, mode: Mode = "dev", directories: string[] = []) {
  return readConfig((name) => environment[name], mode, directories, (path) => SECRETS[path] ?? null);
}

const { privateKey: APP_KEY } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

const SECRETS: Readonly<Record<string, string>> = {
  "/run/secrets/admin": `${"s".repeat(40)}\n`,
  "/run/secrets/short": "short",
};

function config(environment: Readonly<Record<string, string>>, mode?: Mode, directories?: string[]): Config {
  const result = read(environment, mode, directories);
  assert(result.ok);
  return result.value;
}

function problem(environment: Readonly<Record<string, string>>, mode?: Mode): ConfigProblem {
  const result = read(environment, mode);
  assert(!result.ok);
  return result.error;
}

Deno.test("readConfig() serves the example library on loopback when nothing is set in dev", () => {
  const { host, port, kv, local, publicUrl } = config({});
  assert.deepEqual({ host, port, publicUrl }, { host: "127.0.0.1", port: 8000, publicUrl: null });
  assert.deepEqual(kv, { kind: "file", path: ".skillmount/dev.sqlite" });
  assert.deepEqual(local, {
    key: "local",
    directories: [`${Deno.cwd()}/fixtures/examples/library`],
    root: null,
    verified: true,
    private: [],
    calledFrom: null,
    home: null,
    xdgConfigHome: null,
  });
});

Deno.test("readConfig() serves nothing of this machine when nothing is set in start", () => {
  const { host, kv, local } = config({}, "start");
  assert.deepEqual({ host, kv, local }, { host: "0.0.0.0", kv: { kind: "runtime" }, local: null });
});

Deno.test("readConfig() resolves directories where the command was given", () => {
  const { local } = config({ INIT_CWD: "/home/me/skills" }, "dev", [".", "../other", "/srv/library"]);
  assert.deepEqual(local?.directories, ["/home/me/skills", "/home/me/other", "/srv/library"]);
});

Deno.test("readConfig() reads every variable", () => {
  const values: Readonly<Record<string, string>> = {
    HOST: "localhost",
    PORT: "0",
    PUBLIC_URL: "https://skills.example",
    KV_PATH: "/data/kv.sqlite",
    LOCAL_ROOT: "/srv/skills",
    LOCAL_VERIFIED: "0",
    HOME: "/home/me",
    XDG_CONFIG_HOME: "/home/me/.xdg",
    GIT_HOSTS: "cb=https://codeberg.org;ignorecase,gl=https://gitlab.example/git/;nested",
    GITHUB_WEB_URL: "https://github.example/",
    GITHUB_API_URL: "https://api.github.example/v3",
    GITHUB_TOKEN: "token-1",
    GITHUB_WEBHOOK_SECRET: "w".repeat(16),
    INDEX_WAIT_MS: "1",
    INDEX_CONCURRENCY: "2",
    INDEX_LEASE_SECONDS: "5",
    INDEX_MAX_FILES: "4",
    INDEX_MAX_TREE_ENTRIES: "5",
    INDEX_MAX_FILE_BYTES: "1024",
    INDEX_MAX_TOTAL_BYTES: "1048576",
    READ_MAX_FILE_BYTES: "1025",
    CACHE_MAX_BYTES: "1048577",
    REPO_TTL_SECONDS: "0",
    REF_TTL_SECONDS: "7",
    SNAPSHOT_KEEP_DAYS: "8",
    STORE_MAX_BYTES: "67108864",
    ALLOWED_REPOSITORIES: "gh/acme/library,/gh/kind/*",
    INDEX_NEW_PER_CLIENT: "9",
    LOOKUP_NEW_PER_CLIENT: "10",
    LOOKUP_NEW_PER_HOST: "11",
    AUTH_SECRET: `${"n".repeat(32)},${"o".repeat(32)}`,
    ACCOUNT_HOST: "account.example",
    SIGN_IN_ALLOWED: "gh:ada, gh:acme/*",
    GITHUB_APP_CLIENT_ID: "Iv1.app",
    GITHUB_APP_CLIENT_SECRET: "app-secret",
    GITHUB_APP_ID: "4242",
    GITHUB_APP_PRIVATE_KEY: APP_KEY.replaceAll("\n", "\\n"),
    GITHUB_APP_WEBHOOK_SECRET: "a".repeat(16),
    GIT_HOST_APPS: "cb=forgejo:client-1",
    GIT_HOST_APP_SECRETS: "cb=client-secret",
    GIT_HOST_WEBHOOK_SECRETS: `cb=${"c".repeat(16)}`,
    OIDC_ISSUERS:
      "gh=https://actions.github.example,cb=https://code.example/api/actions|https://code.example/keys",
    PERMISSION_TTL_SECONDS: "12",
    OAUTH_LOCALHOST: "accept",
    OAUTH_ACCESS_SECONDS: "13",
    OAUTH_REFRESH_GRACE_SECONDS: "14",
    BLOCKED_FILE_TYPES: "exe,jar",
    SKILL_ANALYSIS: "0",
    CATALOG_OPEN: "0",
    COUNT_USAGE: "0",
    ADMIN_TOKEN: "t".repeat(32),
    METRICS_TOKEN: "m".repeat(16),
    LOG_LEVEL: "warn",
  };
  assert.deepEqual(
    SETTINGS.map(({ name }) => name).filter((name) => !(name in values)),
    [
      "KV_URL",
      "LOCAL_PRIVATE",
      "GITHUB_TOKEN_FILE",
      "GITHUB_WEBHOOK_SECRET_FILE",
      "GIT_HOST_WEBHOOK_SECRETS_FILE",
      "AUTH_SECRET_FILE",
      "GITHUB_APP_CLIENT_SECRET_FILE",
      "GITHUB_APP_PRIVATE_KEY_FILE",
      "GITHUB_APP_WEBHOOK_SECRET_FILE",
      "GIT_HOST_APP_SECRETS_FILE",
      "CIMD_ALLOW",
      "ADMIN_TOKEN_FILE",
      "METRICS_TOKEN_FILE",
    ],
  );
  assert.deepEqual(config(values, "start"), {
    mode: "start",
    host: "localhost",
    port: 0,
    publicUrl: "https://skills.example",
    accountUrl: "https://account.example",
    kv: { kind: "file", path: "/data/kv.sqlite" },
    local: {
      key: "local",
      directories: [],
      root: "/srv/skills",
      verified: false,
      private: [],
      calledFrom: null,
      home: "/home/me",
      xdgConfigHome: "/home/me/.xdg",
    },
    github: {
      key: "gh",
      webUrl: "https://github.example",
      apiUrl: "https://api.github.example/v3",
      token: "token-1",
      webhookSecret: "w".repeat(16),
      appWebhookSecret: "a".repeat(16),
      app: { id: "4242", privateKey: APP_KEY },
    },
    gitHosts: [
      {
        key: "cb",
        baseUrl: "https://codeberg.org",
        nestedOwners: false,
        ignoresCase: true,
        webhookSecret: "c".repeat(16),
      },
      {
        key: "gl",
        baseUrl: "https://gitlab.example/git",
        nestedOwners: true,
        ignoresCase: false,
        webhookSecret: null,
      },
    ],
    indexing: { waitMs: 1, concurrency: 2, leaseMs: 5000, newPerClient: 9 },
    lookups: { perClient: 10, perHost: 11 },
    limits: {
      servedFiles: 4,
      treeEntries: 5,
      indexedFileBytes: 1024,
      storedBytes: 1_048_576,
      readFileBytes: 1025,
    },
    cacheBytes: 1_048_577,
    countsUsage: false,
    storage: { keepDays: 8, maxBytes: 67_108_864 },
    authorization: {
      secrets: ["n".repeat(32), "o".repeat(32)],
      issuer: "https://account.example",
      publicUrl: "https://skills.example",
      signInAllowed: ["gh:ada", "gh:acme/*"],
      localhost: "accept",
      accessSeconds: 13,
      graceSeconds: 14,
      permissionSeconds: 12,
      documents: new Set(),
      apps: [
        { key: "gh", clientId: "Iv1.app", secret: "app-secret" },
        { key: "cb", clientId: "client-1", secret: "client-secret" },
      ],
    },
    publishing: { blockedTypes: new Set(["exe", "jar"]), isAnalysed: false, isCatalogOpen: false },
    issuers: [
      {
        host: "gh",
        issuer: "https://actions.github.example",
        keysUrl: "https://actions.github.example/.well-known/jwks",
      },
      { host: "cb", issuer: "https://code.example/api/actions", keysUrl: "https://code.example/keys" },
    ],
    allowedRepositories: ["gh/acme/library", "gh/kind/*"],
    adminToken: "t".repeat(32),
    metricsToken: "m".repeat(16),
    lifetimes: { repository: 0, ref: 7 },
    logLevel: "warn",
  });
});

Deno.test("readConfig() keeps programs and installers from being published, unless the operator takes them", () => {
  const usual = ["exe", "dll", "com", "scr", "msi", "dmg", "pkg", "deb", "rpm", "apk", "iso", "lnk"];
  assert.deepEqual(config({}).publishing.blockedTypes, new Set(usual));
  assert.deepEqual(config({ BLOCKED_FILE_TYPES: "none" }).publishing.blockedTypes, new Set());
});

Deno.test("readConfig() has versions graded and everybody publish to everybody, unless the operator says otherwise", () => {
  const { isAnalysed, isCatalogOpen } = config({}).publishing;
  assert.deepEqual([isAnalysed, isCatalogOpen], [true, true]);
});

Deno.test("readConfig() lets nobody sign in without a secret, and in dev without a port that is known", () => {
  assert.equal(config({ PUBLIC_URL: "https://skills.example" }, "start").authorization, null);
  assert.equal(config({ PORT: "0" }).authorization, null);
  const { authorization } = config({});
  assert.equal(authorization?.secrets, null);
  assert.equal(authorization?.issuer, "http://localhost:8000");
  assert.equal(authorization?.publicUrl, "http://127.0.0.1:8000");
  assert.equal(authorization?.localhost, "accept");
  assert.equal(authorization?.documents, null);
  const allowing = config({ CIMD_ALLOW: "127.0.0.1:9443" }).authorization;
  assert.deepEqual(allowing?.documents, new Set(["127.0.0.1:9443"]));
});

Deno.test("readConfig() says what sign-in lacks", () => {
  const AUTH_SECRET = "s".repeat(32);
  const PUBLIC_URL = "https://skills.example";
  const cases: [environment: Record<string, string>, mode: Mode, variable: string][] = [
    [{ AUTH_SECRET }, "start", "PUBLIC_URL"],
    [{ AUTH_SECRET, PUBLIC_URL: "http://skills.example" }, "start", "PUBLIC_URL"],
    [{ AUTH_SECRET: "short", PUBLIC_URL }, "start", "AUTH_SECRET"],
    [{ AUTH_SECRET: `${AUTH_SECRET},short`, PUBLIC_URL }, "start", "AUTH_SECRET"],
    [{ BLOCKED_FILE_TYPES: ".exe" }, "dev", "BLOCKED_FILE_TYPES"],
    [{ CIMD_ALLOW: "127.0.0.1:9443" }, "start", "CIMD_ALLOW"],
    [{ LOCAL_PRIVATE: "acme/secret" }, "start", "LOCAL_PRIVATE"],
    [{ LOCAL_PRIVATE: "acme/secret", PORT: "0" }, "dev", "LOCAL_PRIVATE"],
    [{ LOCAL_PRIVATE: "acme" }, "dev", "LOCAL_PRIVATE"],
    [{ GITHUB_APP_CLIENT_ID: "x" }, "start", "GITHUB_APP_CLIENT_ID"],
    [{ GITHUB_APP_CLIENT_SECRET: "x" }, "start", "GITHUB_APP_CLIENT_ID"],
    [{ GITHUB_APP_ID: "4242" }, "start", "GITHUB_APP_ID"],
    [{ GITHUB_APP_PRIVATE_KEY: APP_KEY }, "start", "GITHUB_APP_ID"],
    [{ GIT_HOST_APPS: "cb=forgejo:1", GIT_HOST_APP_SECRETS: "cb=2" }, "start", "GIT_HOST_APPS"],
    [{ GIT_HOSTS: "cb=https://cb.example", GIT_HOST_APPS: "cb=forgejo:1" }, "start", "GIT_HOST_APPS"],
    [{ GIT_HOST_APPS: "cb=github:1" }, "dev", "GIT_HOST_APPS"],
    [{ GIT_HOST_WEBHOOK_SECRETS: `cb=${"c".repeat(16)}` }, "start", "GIT_HOST_WEBHOOK_SECRETS"],
    [
      { GIT_HOSTS: "cb=https://cb.example", GIT_HOST_WEBHOOK_SECRETS: "cb=fifteen-letters" },
      "start",
      "GIT_HOST_WEBHOOK_SECRETS",
    ],
    ...["", `cb=${"d".repeat(16)}`, "a-secret-of-no-host"].map((
      more,
    ): [Record<string, string>, Mode, string] => [
      { GIT_HOSTS: "cb=https://cb.example", GIT_HOST_WEBHOOK_SECRETS: `cb=${"c".repeat(16)},${more}` },
      "start",
      "GIT_HOST_WEBHOOK_SECRETS",
    ]),
    [{ SIGN_IN_ALLOWED: "ada" }, "dev", "SIGN_IN_ALLOWED"],
    [{ ACCOUNT_HOST: "https://account.example" }, "dev", "ACCOUNT_HOST"],
  ];
  for (const [environment, mode, variable] of cases) {
    assert.equal(problem(environment, mode).variable, variable, JSON.stringify(environment));
  }
});

Deno.test("readConfig() takes an empty variable for an unset one and ignores unknown ones", () => {
  assert.deepEqual(config({ PORT: "", KV_PATH: "", SKILLMOUNT: "x" }), config({}));
});

const BROKEN: readonly (readonly [variable: string, value: string])[] = [
  ["GITHUB_APP_ID", "my app"],
  ["GITHUB_APP_PRIVATE_KEY", "no key"],
  ["GITHUB_APP_PRIVATE_KEY", "-----BEGIN RSA PRIVATE KEY-----\\nAAAA\\n-----END RSA PRIVATE KEY-----"],
  ["GITHUB_APP_WEBHOOK_SECRET", "short"],
  ["HOST", "not a host"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["PORT", "80x"],
  ["PORT", "1e3"],
  ["PORT", " 80"],
  ["PUBLIC_URL", "skills.example"],
  ["PUBLIC_URL", "ftp://skills.example"],
  ["PUBLIC_URL", "https://skills.example/path"],
  ["PUBLIC_URL", "https://user:secret@skills.example"],
  ["KV_PATH", "a\0b"],
  ["KV_URL", "not a url"],
  ["LOCAL_ROOT", "x".repeat(4097)],
  ["LOCAL_VERIFIED", "yes"],
  ["GIT_HOSTS", "https://git.example"],
  ["GIT_HOSTS", "cb=git.example"],
  ["GIT_HOSTS", "cb=http://git.example"],
  ["GIT_HOSTS", "cb=ssh://git.example"],
  ["GIT_HOSTS", "cb=https://user:secret@git.example"],
  ["GIT_HOSTS", "cb=https://git.example?x"],
  ["GIT_HOSTS", "cb=https://git.example#x"],
  ["GIT_HOSTS", "cb=https://git.example;deep"],
  ["GIT_HOSTS", "cb=https://git.example;nested;nested"],
  ["GIT_HOSTS", "cb=https://git.example;"],
  ["GIT_HOSTS", "CB=https://git.example"],
  ["GIT_HOSTS", "gh=https://git.example"],
  ["GIT_HOSTS", "local=https://git.example"],
  ["GIT_HOSTS", "docs=https://git.example"],
  ["GIT_HOSTS", "cb=https://a.example,cb=https://b.example"],
  ["GITHUB_WEB_URL", "http://github.example"],
  ["GITHUB_API_URL", "https://user:secret@api.github.example"],
  ["GITHUB_TOKEN", "two words"],
  ["INDEX_WAIT_MS", "120001"],
  ["INDEX_CONCURRENCY", "0"],
  ["INDEX_LEASE_SECONDS", "4"],
  ["INDEX_MAX_FILES", "0"],
  ["READ_MAX_FILE_BYTES", "99999999999999999999"],
  ["GITHUB_WEBHOOK_SECRET", "short"],
  ["SNAPSHOT_KEEP_DAYS", "0"],
  ["STORE_MAX_BYTES", "67108863"],
  ["STORE_MAX_BYTES", "1e9"],
  ["ALLOWED_REPOSITORIES", "acme"],
  ["ALLOWED_REPOSITORIES", "gh/acme/library@main"],
  ["ALLOWED_REPOSITORIES", "gh/acme/library,,gh/acme/other"],
  ["INDEX_NEW_PER_CLIENT", "0"],
  ["LOOKUP_NEW_PER_CLIENT", "0"],
  ["LOOKUP_NEW_PER_HOST", "many"],
  ["METRICS_TOKEN", "m".repeat(15)],
  ["GITHUB_TOKEN_FILE", "/run/secrets/absent"],
  ["ADMIN_TOKEN", "t".repeat(31)],
  ["ADMIN_TOKEN", "t".repeat(513)],
  ["ADMIN_TOKEN", `${"t".repeat(40)} t`],
  ["ADMIN_TOKEN_FILE", "/run/secrets/absent"],
  ["LOG_LEVEL", "INFO"],
];

for (const [variable, value] of BROKEN) {
  Deno.test(`readConfig() names ${variable} and its rule, not its value ${JSON.stringify(value.slice(0, 40))}`, () => {
    const rule = SETTINGS.find(({ name }) => name === variable)?.rule;
    assert.deepEqual(problem({ [variable]: value }), { variable, rule });
  });
}

Deno.test("readConfig() serves GitHub in start, and finds the API of an Enterprise Server", () => {
  assert.equal(config({}).github, null);
  const web = "https://github.com";
  assert.deepEqual(config({}, "start").github, {
    key: "gh",
    webUrl: web,
    apiUrl: "https://api.github.com",
    token: null,
    webhookSecret: null,
    appWebhookSecret: null,
    app: null,
  });
  const { github } = config({ GITHUB_WEB_URL: "https://github.example" });
  assert.equal(github?.apiUrl, "https://github.example/api/v3");
});

Deno.test("readConfig() refuses to serve repositories of this machine beyond loopback", () => {
  for (const HOST of ["0.0.0.0", "::", "192.168.1.2", "skills.example", "localhost.evil.example"]) {
    assert.equal(problem({ HOST }).variable, "HOST");
    assert.equal(problem({ HOST, LOCAL_ROOT: "/srv" }, "start").variable, "HOST");
    assert.equal(config({ HOST }, "start").host, HOST);
  }
  for (const HOST of ["127.0.0.1", "127.8.9.1", "localhost", "::1"]) {
    assert.equal(config({ HOST }).host, HOST);
  }
});

Deno.test("readConfig() refuses two stores at once, and a store in memory in production", () => {
  const remote = { KV_URL: "https://kv.example/" };
  assert.deepEqual(config(remote).kv, { kind: "remote", url: "https://kv.example/" });
  assert.equal(problem({ ...remote, KV_PATH: "kv.sqlite" }).variable, "KV_URL");
  assert.deepEqual(config({ KV_PATH: ":memory:" }).kv, { kind: "memory" });
  assert.equal(problem({ KV_PATH: ":memory:" }, "start").variable, "KV_PATH");
});

Deno.test("readConfig() takes a secret from a file, by the same rule and never from two places", () => {
  assert.equal(config({}).adminToken, null);
  assert.equal(config({ ADMIN_TOKEN_FILE: "/run/secrets/admin" }).adminToken, "s".repeat(40));
  assert.equal(problem({ ADMIN_TOKEN_FILE: "/run/secrets/short" }).variable, "ADMIN_TOKEN");
  assert.equal(config({ GITHUB_TOKEN_FILE: "/run/secrets/short" }, "start").github?.token, "short");
  const both = { ADMIN_TOKEN: "t".repeat(32), ADMIN_TOKEN_FILE: "/run/secrets/admin" };
  assert.equal(problem(both).variable, "ADMIN_TOKEN_FILE");
});

Deno.test("readConfig() believes GitHub's jobs as a server, nobody's where that is said, and no keys over an open line", () => {
  const { issuers: [usual, ...more] } = config({ PUBLIC_URL: "https://skills.example" }, "start");
  assert.equal(usual?.keysUrl, "https://token.actions.githubusercontent.com/.well-known/jwks");
  assert.deepEqual([more, config({}).issuers, config({ OIDC_ISSUERS: "none" }).issuers], [[], [], []]);
  assert.equal(config({ OIDC_ISSUERS: "gh=http://127.0.0.1:9" }).issuers.length, 1);
  for (
    const wrong of [
      "x",
      "gh=",
      "gh=http://issuer.example",
      "gh=https://a:b@issuer.example",
      "gh=https://a|ftp://b",
    ]
  ) {
    assert.equal(problem({ OIDC_ISSUERS: wrong }).variable, "OIDC_ISSUERS", wrong);
  }
});

Deno.test("readConfig() gives an object that nothing can change, in its parts too", () => {
  const { local, limits } = config({});
  for (const part of [config({}), local, local?.directories, limits]) assert(Object.isFrozen(part));
});

Deno.test("SETTINGS describes every variable for a person", () => {
  for (const { name, rule, description } of SETTINGS) {
    assert(/^[A-Z][A-Z_]+$/.test(name));
    assert(rule.length > 3 && description.length > 10 && !description.endsWith("."));
  }
});

Deno.test("the server may read its variables and no others, each by one entry of its permission set", () => {
  // The last one is for the runtime, which opens a remote store with it.
  const others = ["INIT_CWD", "HOME", "XDG_CONFIG_HOME", "DENO_KV_ACCESS_TOKEN"];
  const names = [...SETTINGS.map(({ name }) => name), ...others];
  const { allow, ignore } = manifest.permissions.start.env;
  assert.deepEqual(manifest.permissions.dev.env, { allow, ignore });
  const covers = (entry: string, name: string) =>
    entry.endsWith("*") ? name.startsWith(entry.slice(0, -1)) : name === entry;
  for (const name of names) {
    assert.equal(allow.filter((entry) => covers(entry, name)).length, 1, name);
  }
  for (const entry of allow) {
    assert(names.some((name) => covers(entry, name)), entry);
    assert(!entry.endsWith("*") || entry.indexOf("_") > 0, `${entry} is wider than a family`);
  }
  for (const name of ignore) assert(!allow.some((entry) => covers(entry, name)), name);
});

Deno.test("the commands that serve no network may read fewer variables than the server, and no other ones", () => {
  const { start, check, stdio } = manifest.permissions;
  for (const { env } of [check, stdio]) {
    assert.deepEqual(env.ignore, start.env.ignore);
    for (const entry of env.allow) {
      const covers = (wider: string) => wider.endsWith("*") && entry.startsWith(wider.slice(0, -1));
      assert(start.env.allow.some((wider) => wider === entry || covers(wider)), entry);
    }
    assert(!env.allow.some((entry) => /TOKEN|SECRET|HOST|URL/.test(entry)));
  }
});
