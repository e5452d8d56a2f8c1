import { createHash } from "node:crypto";
import { create, insert } from "@orama/orama";
import type { SearchEntry, SearchFields } from "../../contracts/search_index.ts";
import { createBuildingIndex, createDocumentCounter, createTokenizer, SCHEMA } from "./_orama_components.ts";
import {
  CompactIndex,
  DIGEST_BYTES,
  type IndexedDocument,
  mergeIndex,
  PostingsBuilder,
} from "./index/mod.ts";
import { SEARCH_LIMITS } from "./limits.ts";
import type { Pace } from "./pace.ts";

/** Work of one entry that is taken over, in characters of text. */
const ENTRY = 64;

/**
 * The bytes of an index of the entries, which are in path order. What `previous` holds of them is taken
 * over unread; the result is the same as without it.
 */
export async function buildIndex(
  entries: readonly SearchEntry[],
  previous: Uint8Array | null,
  pace: Pace,
): Promise<Uint8Array> {
  const earlier = previous === null ? null : CompactIndex.open(previous);
  const usable = earlier === null || earlier.capped ? null : earlier;
  const built = await buildOn(usable, entries, pace) ?? await buildOn(null, entries, pace);
  if (built === null) throw new Error("Cannot build an index: one without an earlier one is never refused");
  return built;
}

/** Null when what is kept and what is new have too many terms together. */
async function buildOn(
  earlier: CompactIndex | null,
  entries: readonly SearchEntry[],
  pace: Pace,
): Promise<Uint8Array | null> {
  const builder = new PostingsBuilder(pace);
  const database = create({
    schema: SCHEMA,
    sort: { enabled: false },
    components: {
      index: createBuildingIndex(builder),
      tokenizer: createTokenizer(),
      documentsStore: createDocumentCounter(),
    },
  });
  const known = new Map(earlier?.documents.paths.map((path, at) => [path, at]));
  const renumbered = new Int32Array(known.size).fill(-1);
  const documents: IndexedDocument[] = [];
  for (const entry of entries) {
    await pace(ENTRY);
    const { path, group } = entry;
    const digest = digestOf(entry.fingerprint);
    const at = known.get(path);
    const old = at === undefined ? undefined : earlier?.documents.row(at);
    if (at !== undefined && old?.group === group && digest.equals(old.digest)) {
      renumbered[at] = documents.length;
      documents.push(old);
      await insert(database, { id: path });
      continue;
    }
    const fields = await entry.fields();
    await insert(database, { id: path, ...oramaDocument(entry, fields) });
    const lengths = builder.finish(documents.length);
    documents.push({ path, group, digest, language: primaryLanguage(fields.language), lengths });
  }
  return await mergeIndex(documents, builder, earlier === null ? null : { index: earlier, renumbered }, pace);
}

/** A supporting file is found by what it holds and by its own path; its skill has a name and a description. */
function oramaDocument({ path, group }: SearchEntry, { name, description, headings, body }: SearchFields) {
  const heading = headings.slice(0, SEARCH_LIMITS.headings).join("\n");
  const texts = { heading, path: pathLines(path, group), body };
  return path === group ? { name, description, ...texts } : texts;
}

/** Path segments as lines, below the skill for its files. Extensions and the name of every skill tell nothing. */
function pathLines(path: string, group: string): string {
  const skill = group.slice(0, group.lastIndexOf("/") + 1);
  const own = path !== group && path.startsWith(skill) ? path.slice(skill.length) : path;
  return own.replace(/(?:^|\/)SKILL\.md$/, "").replace(/\.[A-Za-z0-9]{1,8}$/, "").replaceAll("/", "\n");
}

function primaryLanguage(tag: string | null): string {
  return /^[a-z]{2,3}(?=-|$)/i.exec(tag ?? "")?.[0].toLowerCase() ?? "";
}

function digestOf(fingerprint: string) {
  return createHash("sha256").update(fingerprint).digest().subarray(0, DIGEST_BYTES);
}
