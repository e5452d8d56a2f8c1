/**
 * Installers that believe nothing: they ask an address as the released ones do, check every digest, and
 * unpack with other people's readers. They share no code with the server.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import { z } from "zod";

type Fetch = (request: Request) => Promise<Response>;

/** What is written to disk of a skill, by path. */
export type Installed = ReadonlyMap<string, Uint8Array>;

const NAME = z.string().regex(/^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);
const DESCRIPTION = z.string().min(1).max(1024);

const INDEX = z.strictObject({
  $schema: z.literal("https://schemas.agentskills.io/discovery/0.2.0/schema.json"),
  skills: z.array(z.strictObject({
    name: NAME,
    type: z.enum(["skill-md", "archive"]),
    description: DESCRIPTION,
    url: z.string(),
    digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  })),
  notListed: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
});

const OLDER_INDEX = z.strictObject({
  skills: z.array(z.strictObject({
    name: NAME,
    description: DESCRIPTION,
    files: z.array(z.string().refine((path) => !/^[/\\]|\.\.|\0/.test(path))),
  })),
});

export type Index = z.output<typeof INDEX>;

async function get(fetch: Fetch, url: string): Promise<Response> {
  const response = await fetch(new Request(url));
  assert.equal(response.status, 200, url);
  return response;
}

export async function indexOf(fetch: Fetch, address: string): Promise<Index> {
  const response = await get(fetch, `${address}/.well-known/agent-skills/index.json`);
  assert.equal(response.headers.get("content-type"), "application/json");
  const index = INDEX.parse(await response.json());
  assert.equal(new Set(index.skills.map(({ name }) => name)).size, index.skills.length);
  return index;
}

/** Fetches an artifact as its entry says and unpacks it. */
export async function fetchSkill(
  fetch: Fetch,
  address: string,
  entry: Index["skills"][number],
): Promise<Installed> {
  const url = new URL(entry.url, `${address}/.well-known/agent-skills/index.json`).href;
  const response = await get(fetch, url);
  const bytes = await response.bytes();
  assert.equal(`sha256:${createHash("sha256").update(bytes).digest("hex")}`, entry.digest, url);
  const type = response.headers.get("content-type");
  if (entry.type === "skill-md") {
    assert.match(type ?? "", /^text\/markdown/);
    return new Map([["SKILL.md", bytes]]);
  }
  assert.equal(type, "application/zip");
  return unzipped(bytes);
}

/** The files of an archive, which a careful reader would write to disk. */
export function unzipped(bytes: Uint8Array): Installed {
  const files = new Map(Object.entries(unzipSync(bytes)));
  assert(files.has("SKILL.md"));
  for (const path of files.keys()) {
    assert(!path.startsWith("/") && !path.includes("\\") && !path.endsWith("/"), path);
    assert(path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== ".."), path);
  }
  return files;
}

/** Files as a comparison shows them. */
export function plain(files: Installed | undefined): ReadonlyMap<string, string> {
  return new Map([...files ?? []].map(([path, bytes]) => [path, Buffer.from(bytes).toString("latin1")]));
}

/** Every skill of an address, by name. */
export async function installAll(fetch: Fetch, address: string): Promise<Map<string, Installed>> {
  const installed = new Map<string, Installed>();
  for (const entry of (await indexOf(fetch, address)).skills) {
    installed.set(entry.name, await fetchSkill(fetch, address, entry));
  }
  return installed;
}

/** The same by the index of before, whose readers put names into URLs as they are. */
export async function installAllOlder(fetch: Fetch, address: string): Promise<Map<string, Installed>> {
  const base = `${address}/.well-known/skills`;
  const { skills } = OLDER_INDEX.parse(await (await get(fetch, `${base}/index.json`)).json());
  const installed = new Map<string, Installed>();
  for (const { name, files } of skills) {
    assert.equal(files.filter((path) => path === "SKILL.md").length, 1);
    const read = new Map<string, Uint8Array>();
    for (const path of files) read.set(path, await (await get(fetch, `${base}/${name}/${path}`)).bytes());
    installed.set(name, read);
  }
  return installed;
}
