/**
 * A host that believes nothing: walks what a server publishes of skills, hashes the bytes that arrive,
 * and puts the expected documents together from the repository. It shares no code with the server.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { type Era, message } from "../mcp.ts";

const ENTRY = z.object({
  uri: z.string(),
  frontmatter: z.looseObject({ name: z.string(), description: z.string() }),
  resources: z.array(z.object({
    uri: z.string(),
    digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
    size: z.int().nonnegative(),
  })),
});
const SKILLS = z.object({ skills: z.array(ENTRY), nextCursor: z.string().optional() });
const SKILL = z.object({ skill: ENTRY });
const CONTENTS = z.object({
  contents: z.tuple([
    z.union([
      z.strictObject({ uri: z.string(), mimeType: z.string(), text: z.string() }),
      z.strictObject({ uri: z.string(), mimeType: z.string(), blob: z.base64() }),
    ]),
  ]),
});
const CHILDREN = z.object({
  resources: z.array(z.object({ uri: z.string(), name: z.string(), mimeType: z.string() })),
  nextCursor: z.string().optional(),
});

/** Fields that are text whatever they look like, and those that count as absent where they are empty. */
const TEXTS = ["name", "description", "license", "compatibility", "allowed-tools"];
const INTERPRETED = [...TEXTS, "metadata"];

export type Entry = z.output<typeof ENTRY>;

/** Answers one request with its result; throws for an error. */
export type Ask = (method: string, params: Record<string, unknown>) => Promise<unknown>;

/** The bytes of a path of the repository at the commit that is served; null when there is none. */
export type Source = (path: string) => Promise<Uint8Array | null>;

export function asker(fetch: (request: Request) => Promise<Response>, era: Era, url: string): Ask {
  return async (method, params) => {
    const { result, error } = await (await fetch(message(era, url, { method, params }))).json();
    if (error !== undefined) throw new Error(`${error.code} ${error.message}`);
    return result;
  };
}

/** Every entry, page by page. */
export async function listEverything(ask: Ask): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 100; page++) {
    const { skills, nextCursor } = SKILLS.parse(await ask("skills/list", cursor ? { cursor } : {}));
    assert(skills.length <= 20);
    entries.push(...skills);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  assert.equal(new Set(entries.map(({ uri }) => uri)).size, entries.length);
  return entries;
}

/**
 * Reads every file of every listed skill and checks it against its entry and the repository.
 *
 * @param prefix What the URI of the repository's root starts with, `/` at its end.
 * @returns How many skills were listed and how many files read.
 */
export async function verifySkills(ask: Ask, source: Source, prefix: string) {
  const entries = await listEverything(ask);
  const listed = new Set(entries.map(({ uri }) => uri));
  let files = 0;
  for (const entry of entries) {
    assert.deepEqual(SKILL.parse(await ask("skills/get", { uri: entry.uri })).skill, entry);
    const root = entry.uri.slice(0, -"/SKILL.md".length);
    assert.equal(decodeURIComponent(posix.basename(root)), entry.frontmatter.name);
    const below = new Set(entry.resources.map(({ uri }) => uri));
    assert(below.has(entry.uri) && below.size === entry.resources.length);
    assert.deepEqual(await filesBelow(ask, root), below);

    for (const { uri, digest, size } of entry.resources) {
      assert(uri.startsWith(`${root}/`), uri);
      const bytes = await read(ask, uri);
      assert.equal(bytes.length, size, uri);
      assert.equal(`sha256:${createHash("sha256").update(bytes).digest("hex")}`, digest, uri);
      const path = decodeURIComponent(uri.slice(prefix.length));
      const original = await source(path);
      assert(original !== null, path);
      if (listed.has(uri)) {
        const owner = entries.find((other) => other.uri === uri);
        await verifyDocument(text(bytes), path, source, owner?.frontmatter);
      } else assert.deepEqual(Buffer.from(bytes), Buffer.from(original), path);
      files++;
    }
  }
  return { skills: entries.length, files };
}

async function read(ask: Ask, uri: string): Promise<Uint8Array> {
  const [content] = CONTENTS.parse(pick(await ask("resources/read", { uri }), "contents")).contents;
  assert.equal(content.uri, uri);
  return "text" in content ? new TextEncoder().encode(content.text) : Buffer.from(content.blob, "base64");
}

/** What directory reads find below a directory. */
async function filesBelow(ask: Ask, directory: string): Promise<Set<string>> {
  const found = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = CHILDREN.parse(
      await ask("resources/directory/read", { uri: directory, ...(cursor && { cursor }) }),
    );
    for (const { uri, name, mimeType } of page.resources) {
      assert.equal(decodeURIComponent(posix.basename(uri)), name);
      assert.equal(posix.dirname(uri), directory);
      if (mimeType !== "inode/directory") found.add(uri);
      else for (const file of await filesBelow(ask, uri)) found.add(file);
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

/** Checks a served SKILL.md: its front matter in two versions of YAML, then every byte of its context. */
async function verifyDocument(document: string, path: string, source: Source, frontmatter: unknown) {
  const original = split(text(await source(path) ?? new Uint8Array()));
  const asTexts = parse(original.yaml, { schema: "failsafe" });
  const asTyped = parse(original.yaml, { schema: "core" });
  const { skillcdn } = asTyped;
  const declared = Object.entries(asTyped).filter(([key, value]) =>
    key !== "skillcdn" && (value !== null || !INTERPRETED.includes(key))
  ).map(([key, value]) => [key, TEXTS.includes(key) ? asTexts[key] : typed(value, asTexts[key])]);
  assert.deepEqual(frontmatter, Object.fromEntries(declared));
  const served = split(document);
  for (const version of ["1.1", "1.2"] as const) {
    assert.deepEqual(parse(served.yaml, { version }), frontmatter, `${path} in YAML ${version}`);
  }

  const directory = posix.dirname(path);
  const sections: string[] = [];
  const sources: string[] = [];
  for (const above of ancestors(directory)) {
    const manifest = posix.join(above, "SKILLCDN.md");
    const bytes = await source(manifest);
    const { body } = split(bytes === null ? "" : text(bytes));
    if (body.trim() === "") continue;
    sections.push(`--- applicable rules: ${manifest} ---\n${body}`);
    sources.push(manifest);
  }
  sections.push(`--- instructions ---\n${original.body}`);
  sources.push(path);
  for (const include of skillcdn?.include ?? []) {
    const target = include.startsWith("/") ? include.slice(1) : posix.join(directory, include);
    const bytes = await source(target);
    if (bytes === null) continue;
    sections.push(`--- included file: ${target} ---\n${text(bytes)}`);
    sources.push(target);
  }
  const context = sections.join("\n");
  assert(served.body.endsWith(context), `${path}: ${served.body.slice(0, 300)}`);
  const head = served.body.slice(0, -context.length);
  assert(head.endsWith("\n") && sources.every((name) => head.includes(name)), head);
}

/** What YAML 1.2 makes of values, but for a number that was written another way: that is the text. */
function typed(value: unknown, text: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(text)) {
    return value.map((item, index) => typed(item, text[index]));
  }
  if (isObject(value) && isObject(text)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, typed(item, text[key])]));
  }
  return typeof value === "number" && String(value) !== text ? text : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function split(markdown: string): { readonly yaml: string; readonly body: string } {
  const [whole = "", yaml = ""] = /^\ufeff?---[ \t]*\r?\n([^]*?)^---[ \t]*(?:\r?\n|$)/m.exec(markdown) ?? [];
  return { yaml, body: markdown.slice(whole.length) };
}

/** The root, then every directory on the way to this one. */
function ancestors(directory: string): readonly string[] {
  if (directory === ".") return [""];
  const names = directory.split("/");
  return ["", ...names.map((_, index) => names.slice(0, index + 1).join("/"))];
}

function text(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

function pick(result: unknown, key: string): unknown {
  return { [key]: z.looseObject({}).parse(result)[key] };
}
