import type { Context } from "hono";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { Trust } from "../../../contracts/trust.ts";
import { type Result, success } from "../../../contracts/result.ts";
import {
  cacheHeaders,
  failureHeaders,
  failureResponse,
  hasCurrent,
  notModified,
  type RequestVariables,
  type ResponseCache,
  responseKey,
  type SendAnswer,
  withoutTrailingSlash,
} from "../../http/mod.ts";
import {
  answerFrom,
  browse,
  citeMount,
  contents,
  openSnapshot,
  type OpenSnapshotDeps,
  readFile,
  search,
  type Snapshot,
} from "../../reading/mod.ts";
import { addressPage } from "./_address_page.tsx";
import type { Assets } from "../assets/assets.ts";
import { failurePage } from "../kit/failure_page.tsx";
import { filePage } from "./_file_page.tsx";
import { indexingPage } from "./_indexing_page.tsx";
import { pageOf } from "./_markdown.tsx";
import { renderWithPlaces, servedPlaces } from "./_served_places.ts";
import { mountLinks } from "./_mount_links.ts";
import type { MountView } from "./_mount_page.tsx";
import { namesHtml, PAGE_HEADERS, pageResponse } from "../kit/page_response.ts";
import { skillPage } from "./_skill_page.tsx";
import { readSkillText } from "./_skill_text.ts";

export interface MountPagesDeps {
  readonly open: (address: string, asker: Asker) => Promise<Result<Mount, Failure>>;
  readonly sources: OpenSnapshotDeps;
  /** What the operator says of a repository. */
  readonly trustOf: (repository: Mount["repository"]) => Promise<Trust>;
  /** Pages that were made before. */
  readonly responses: ResponseCache;
  readonly send: SendAnswer;
  /** The entity tag of the page that a key names. */
  readonly tagOf: (key: string) => string;
  readonly indexWaitMs: number;
  readonly version: string;
  /** What absolute URLs start with, given the request's own origin; null where it is not known. */
  readonly publicOrigin: (own: string) => string | null;
  readonly stdioOf: (address: string) => readonly string[] | null;
  /** Where people sign in: an origin, without a slash; null where nobody does. */
  readonly issuer: string | null;
  readonly assets: Assets;
  /** Whether this server counts what is used. */
  readonly hasUsage: boolean;
}

type PageContext = Context<{ Variables: RequestVariables }>;
type Answer = { readonly html: string; readonly status: number };

/** What a page is asked for; everything else in a query is none of its business. */
interface Question {
  readonly path: string | undefined;
  readonly cursor: string | undefined;
  readonly query: string | undefined;
  readonly skill: string | undefined;
  readonly file: string | undefined;
  readonly offset: string | undefined;
  readonly asSource: boolean;
}

/** A small commit is read within it, and its visitor sees it at once. */
const OPENING_WAIT_MS = 1200;
const FOLDER_ENTRIES = 50;
const SEARCH_ITEMS = 20;
const FILE_CHARACTERS = 100_000;

/** Answers for every address: its page, its folders, searches, skills and files. */
export function createMountPages(deps: MountPagesDeps) {
  const { assets, version, stdioOf, sources } = deps;

  return async function mountPage(context: PageContext, path: string): Promise<Response> {
    const request = context.req.raw;
    const url = new URL(request.url);
    const origin = deps.publicOrigin(url.origin);
    const frame = { assets, version, origin, stdioOf };
    const asker = await context.get("identify")("bearer or session");
    const opened = await deps.open(withoutTrailingSlash(path), asker);
    if (!opened.ok) {
      const signIn = deps.issuer === null
        ? null
        : `${deps.issuer}/sign-in?return_to=${encodeURIComponent(path)}`;
      return failed(context, opened.error, failurePage(frame, opened.error, path, null, signIn));
    }
    const mount = opened.value;

    const source = citeMount(mount, sources.hosts);
    if (source.address !== path) {
      const headers = { location: source.address + url.search, "cache-control": "no-store", vary: "accept" };
      return new Response(null, { status: 302, headers });
    }

    const question = questionOf(url.searchParams);
    const trust = await deps.trustOf(mount.repository);
    const listed = (trust.verified || trust.featured) && mount.permit === null &&
      mount.address.revision.kind === "default";
    const { picture } = mount.repository;
    const shapedBy = { origin, listed, picture: picture !== null, stdio: stdioOf(source.address), question };
    const key = responseKey(mount, "page", assets.version, shapedBy);
    const tag = deps.tagOf(key);
    const headers = {
      ...cacheHeaders(mount, sources.clock.now()),
      "etag": tag,
    };
    if (hasCurrent(request, tag)) return notModified({ ...PAGE_HEADERS, ...headers });
    const known = deps.responses.get(key);
    const answered = (html: string) => {
      context.set("route", "page");
      return deps.send({ request, asker }, html, { ...PAGE_HEADERS, ...headers });
    };
    if (known !== undefined) return answered(known);

    const view: MountView = {
      ...frame,
      mount,
      source,
      listed,
      hasUsage: deps.hasUsage,
      links: mountLinks(source.address, source.path),
    };
    const waitMs = Math.min(deps.indexWaitMs, OPENING_WAIT_MS);
    const snapshot = await openSnapshot(sources, mount, waitMs, request.signal);
    if (!snapshot.ok) return notOpen(context, view, snapshot.error);
    const answer = await answerFrom(snapshot.value, (source) => answerOf(view, source, question));
    if (!answer.ok) {
      if (answer.error.code === "index.indexing") return notOpen(context, view, answer.error);
      return failed(context, answer.error, failurePage(frame, answer.error, "", source.address));
    }
    const { html, status } = answer.value;
    if (status !== 200) return pageResponse(context, html, status, { "cache-control": "no-store" });
    deps.responses.set(key, html);
    return answered(html);
  };

  function notOpen(context: PageContext, view: MountView, error: Failure): Response {
    if (error.code !== "index.indexing") {
      return failed(context, error, failurePage(view, error, view.source.address, null));
    }
    // Accepted: the answer is being made.
    return pageResponse(context, indexingPage(view, error.progress ?? null), 202, failureHeaders(error));
  }

  function failed(context: PageContext, error: Failure, html: string): Response {
    // Whoever takes anything and meets a failure is more likely a program than a person.
    if (!namesHtml(context)) return failureResponse(error, { vary: "accept" });
    return pageResponse(context, html, ERRORS[error.code].status, failureHeaders(error));
  }
}

function questionOf(parameters: URLSearchParams): Question {
  const given = (name: string) => parameters.get(name) ?? undefined;
  return {
    path: given("path"),
    cursor: given("cursor"),
    query: given("q")?.trim() || undefined,
    skill: given("skill"),
    file: given("file"),
    offset: given("offset"),
    asSource: given("view") === "source",
  };
}

async function answerOf(
  view: MountView,
  snapshot: Snapshot,
  question: Question,
): Promise<Result<Answer, Failure>> {
  if (question.skill !== undefined) {
    const text = await readSkillText(snapshot, question.skill, question.cursor);
    if (!text.ok) return text;
    const html = await renderWithPlaces(
      snapshot,
      (placeOf) => skillPage(view, snapshot, text.value, placeOf),
    );
    return success({ html, status: 200 });
  }
  if (question.file !== undefined) return await fileAnswer(view, snapshot, question.file, question);
  return await addressAnswer(view, snapshot, question);
}

async function addressAnswer(
  view: MountView,
  snapshot: Snapshot,
  { path, cursor, query }: Question,
): Promise<Result<Answer, Failure>> {
  const folder = await browse(snapshot, {
    path,
    limit: FOLDER_ENTRIES,
    ...(query === undefined && { cursor }),
  });
  if (!folder.ok) return folder;
  const found = query === undefined
    ? null
    : await search(snapshot, { query, path, cursor, limit: SEARCH_ITEMS });
  if (found !== null && !found.ok && found.error.code === "index.indexing") return found;
  const content = {
    contents: await contents(snapshot),
    browse: folder.value,
    search: query === undefined || found === null
      ? null
      : { query, result: found.ok ? found.value : found.error },
  };
  const { contents: { licence }, browse: { diagnostics } } = content;
  const placeOf = await servedPlaces(snapshot, [
    ...(licence === null ? [] : [licence.path]),
    ...diagnostics.shown.map((problem) => problem.path),
  ]);
  const html = addressPage(view, { ...content, pageOf: (path) => pageOf(path, placeOf, view.links) });
  return success({ html, status: found !== null && !found.ok ? ERRORS[found.error.code].status : 200 });
}

async function fileAnswer(
  view: MountView,
  snapshot: Snapshot,
  path: string,
  { offset, asSource }: Question,
): Promise<Result<Answer, Failure>> {
  const start = offset === undefined ? 0 : /^\d{1,9}$/.test(offset) ? Number(offset) : -1;
  const text = await readFile(snapshot, { path, offset: start, limit: FILE_CHARACTERS });
  if (!text.ok && !NAMED.has(text.error.code)) return text;
  const file = await snapshot.view.files.at(path);
  const content = { path, file, text: text.ok ? text.value : text.error, asSource };
  const html = await renderWithPlaces(snapshot, (placeOf) => filePage(view, snapshot, content, placeOf));
  // A picture is not text, and its page is what was asked for.
  const status = text.ok || text.error.code === "file.not_text" ? 200 : ERRORS[text.error.code].status;
  return success({ html, status });
}

/** What is known of a file that has no text here is worth a page. */
const NAMED: ReadonlySet<Failure["code"]> = new Set([
  "file.too_large",
  "file.not_text",
  "file.described_only",
]);
