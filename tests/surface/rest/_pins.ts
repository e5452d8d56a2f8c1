import { type TestServer, testServer } from "../../support/test_server.ts";
import { type Body, restClient } from "../rest.ts";

export const FILES = {
  "acme/library/SKILLCDN.md":
    "---\nname: Acme library\ndescription: Skills for tests.\nlanguage: en\nlicense: Apache-2.0\n---\nFollow the house rules.\n",
  "acme/library/README.md": "# Acme library\n\nWhat this library holds.\n",
  "acme/library/docs/voice.md": "# Voice\n\nPlain words.\n",
  "acme/library/skills/ad-copy/SKILL.md":
    "---\nname: ad-copy\ndescription: Writes short ads.\nlicense: MIT\ncompatibility: Any client\nallowed-tools: Read\n" +
    "metadata:\n  version: '1.0'\nskillcdn:\n  include:\n    - /docs/voice.md\n---\nWrite an ad. See [limits](references/limits.md).\n",
  "acme/library/skills/ad-copy/references/limits.md": "# Limits\n\nThirty characters.\n",
  "acme/library/skills/ad-copy/logo.bin": new Uint8Array([0x89, 0x50, 0x00, 0xff, 0xfe]),
  "acme/library/docs/broken/SKILL.md": "no front matter\n",
  "acme/library/skills/kept/SKILL.md":
    "---\nname: kept\ndescription: Is only described.\n---\nSecret steps.\n",
  "acme/library/skills/kept/LICENSE": "Copyright 2024 Somebody. All rights reserved.\n",
};

export const AT = "local/acme/library";
export const SKILL = "skills/ad-copy/SKILL.md";

export async function withLibrary(run: (client: Awaited<ReturnType<typeof restClient>>) => Promise<void>) {
  await using server: TestServer = await testServer({ files: FILES, environment: { LOCAL_VERIFIED: "0" } });
  const client = await restClient(server);
  await client.ready(`/api/v1/mounts/${AT}`);
  await run(client);
}

/** The commit stands for itself: it is made of what the directory holds. */
export function pinned(body: Body): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/\b[0-9a-f]{40}\b/g, "COMMIT"));
}

export const SOURCE = {
  repository: "local/acme/library",
  address: "/local/acme/library",
  pinnedAddress: "/local/acme/library@COMMIT",
  path: "",
  commit: "COMMIT",
  pinned: false,
  verified: false,
  ref: { kind: "worktree", name: null },
  stale: null,
};

export const APACHE = { label: "Apache-2.0", class: "permissive", path: "SKILLCDN.md", source: "manifest" };
export const MIT = { label: "MIT", class: "permissive", path: SKILL, source: "skill" };

export const RESERVED = {
  label: "All rights reserved",
  class: "restrictive",
  path: "skills/kept/LICENSE",
  source: "file",
};

export const BROKEN = {
  path: "docs/broken/SKILL.md",
  code: "no_front_matter",
  severity: "error",
  message: 'The file has no front matter: its first line is not "---"',
  line: 1,
  column: 1,
};

export const IDENTITY = {
  address: "/local/acme/library",
  pinnedAddress: "/local/acme/library@COMMIT",
  path: "",
  commit: "COMMIT",
  pinned: false,
  verified: false,
  ref: { kind: "worktree", name: null },
  stale: null,
  host: "local",
  owner: "acme",
  name: "library",
  defaultBranch: null,
  description: null,
  visibility: "public",
};
