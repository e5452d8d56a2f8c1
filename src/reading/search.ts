import type { RepoPath } from "../../contracts/addresses.ts";
import type { Failure } from "../../contracts/errors.ts";
import { MCP_LIMITS } from "../../contracts/limits.ts";
import type { SearchHit, SearchReader } from "../../contracts/search_index.ts";
import type { SearchItem, SearchResult } from "../../contracts/reading.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { exceedsCodePoints, isWithin } from "../format/mod.ts";
import { directoryArgument, numberArgument } from "./_argument.ts";
import { cursorsOf } from "./cursor.ts";
import { diagnosticsOf } from "./_diagnostics.ts";
import type { Source } from "../../contracts/source.ts";

export interface SearchRequest {
  /** Nonblank, at most 500 characters. */
  readonly query: string;
  /** A directory; omitted, the mounted one. */
  readonly path?: string | undefined;
  readonly cursor?: string | undefined;
  /** Items, 1 to 25. */
  readonly limit?: number | undefined;
}

const EXCERPT_CHARACTERS = 200;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(?:\r?\n|$)/;

/**
 * One page of what matches the query's words, in relevance order. Fails with `request.invalid`,
 * `folder.not_found`, or `index.indexing` when the index has to be made again.
 */
export async function search(
  source: Source,
  request: SearchRequest,
): Promise<Result<SearchResult, Failure>> {
  const { query } = request;
  const limits = MCP_LIMITS.search;
  if (query.trim() === "" || exceedsCodePoints(query, limits.query)) {
    return failure({
      code: "request.invalid",
      reason: `query must be text of 1 to ${limits.query} characters, not blank`,
      hint: "Give a few words that the wanted skill or document uses",
    });
  }
  const scope = await directoryArgument(source, request.path);
  if (!scope.ok) return scope;
  const limit = numberArgument("limit", request.limit, {
    min: 1,
    max: limits.max,
    standard: limits.default,
  });
  if (!limit.ok) return limit;

  const reader = await source.search();
  if (reader === null) return failure(await source.restore());
  const cursors = cursorsOf(source, "search", scope.value, query);
  const start = cursors.read(request.cursor);
  if (!start.ok) return start;
  const { hits, total } = reader.search(query, scope.value, start.value + limit.value);
  const within = cursors.within(start.value, total - 1);
  if (!within.ok) return within;

  const page = hits.slice(start.value);
  const end = start.value + page.length;
  const [items, diagnostics] = await Promise.all([
    Promise.all(page.map((hit) => describe(source, reader, query, hit))),
    diagnosticsOf(source, scope.value, "manifests"),
  ]);
  return success({
    source: source.citation,
    partial: source.view.partial,
    query,
    scope: scope.value,
    items,
    start: start.value,
    total,
    limit: request.limit ?? null,
    diagnostics,
    nextCursor: end < total ? cursors.at(end) : null,
    cursorAt: cursors.at,
  });
}

async function describe(
  source: Source,
  reader: SearchReader,
  query: string,
  hit: SearchHit,
): Promise<SearchItem> {
  const { view } = source;
  // A skill that lies above the mount cannot stand for its files: the best of them does.
  const path = isWithin(hit.path, source.path) ? hit.path : hit.best;
  const files = hit.members.filter((member) => member !== path);
  const [skill, file] = await Promise.all([view.skills.at(path), view.files.at(path)]);
  const description = skill?.description ?? file?.summary ?? null;
  return {
    kind: skill === null ? "file" : "skill",
    path,
    title: skill?.name ?? file?.title ?? null,
    description,
    describedOnly: skill?.serving === "described" ? skill.licence : null,
    unlisted: skill?.unlisted ?? null,
    match: {
      field: hit.field,
      path: hit.best,
      excerpt: await excerptOf(source, reader, query, hit, description),
    },
    files: files.slice(0, MCP_LIMITS.foldedFiles),
    moreFiles: Math.max(0, files.length - MCP_LIMITS.foldedFiles),
  };
}

/** The words in their place; null where the title or path that is shown anyway is what matched. */
async function excerptOf(
  source: Source,
  reader: SearchReader,
  query: string,
  hit: SearchHit,
  description: string | null,
): Promise<string | null> {
  switch (hit.field) {
    case "name":
    case "path":
      return null;
    case "description":
      return description === null ? null : reader.excerpt(query, description, EXCERPT_CHARACTERS);
    case "heading":
    case "body": {
      const text = await textOf(source, hit.best);
      // Front matter holds display translations, which no answer of discovery shows.
      return text === null ? null : reader.excerpt(query, text.replace(FRONT_MATTER, ""), EXCERPT_CHARACTERS);
    }
  }
}

async function textOf(source: Source, path: RepoPath): Promise<string | null> {
  const file = await source.view.files.at(path);
  return file === null || !file.stored ? null : await source.text(file.content);
}
