import type { Context } from "hono";
import type { FileRow } from "../../../contracts/catalog_view.ts";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import { DIFF_LIMITS } from "../../../contracts/limits.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { inTurns } from "../../flow/mod.ts";
import {
  failureHeaders,
  failureResponse,
  queryReader,
  requestPath,
  type RequestVariables,
  withoutTrailingSlash,
} from "../../http/mod.ts";
import {
  changedTexts,
  citeMount,
  compare,
  type CompareDeps,
  type Comparison,
  openAtRef,
  sidesOf,
} from "../../reading/mod.ts";
import { type FileChange, fileChanges } from "../../render/mod.ts";
import type { Assets } from "../assets/assets.ts";
import { ChangedFile } from "../kit/changed_file.tsx";
import { failurePage } from "../kit/failure_page.tsx";
import { type Frame, renderPage } from "../kit/layout.tsx";
import { namesHtml, pageResponse } from "../kit/page_response.ts";
import { counted, Path } from "../kit/text.tsx";
import { indexingPage } from "./_indexing_page.tsx";
import { mountLinks } from "./_mount_links.ts";

export interface DiffPageDeps extends CompareDeps {
  readonly version: string;
  readonly publicOrigin: (own: string) => string | null;
  readonly stdioOf: (address: string) => readonly string[] | null;
  readonly assets: Assets;
}

export const DIFF_PREFIX = "/diff";

const readQuery = queryReader(REST_QUERIES.diff);

/** A page is not kept: what it compares with moves, and who may see either side may change. */
const NEVER_KEPT = { "cache-control": "private, no-store" };

/** `GET /diff/<address>`: what `/api/v1/diff/<address>` answers, for people. */
export function createDiffPage({ assets, version, publicOrigin, stdioOf, ...deps }: DiffPageDeps) {
  return async function diffPage(context: Context<{ Variables: RequestVariables }>): Promise<Response> {
    const request = context.req.raw;
    const frame = { assets, version, origin: publicOrigin(new URL(request.url).origin), stdioOf };
    const failed = (error: Failure, mount: Mount | null) => {
      if (!namesHtml(context)) return failureResponse(error, { vary: "accept" });
      const source = mount && citeMount(mount, deps.sources.hosts);
      if (error.code === "index.indexing" && mount !== null && source !== null) {
        const view = {
          ...frame,
          mount,
          source,
          listed: false,
          hasUsage: false,
          links: mountLinks(source.address, source.path),
        };
        return pageResponse(context, indexingPage(view, error.progress ?? null), 202, failureHeaders(error));
      }
      const html = failurePage(frame, error, "", source?.address ?? null);
      return pageResponse(context, html, ERRORS[error.code].status, failureHeaders(error));
    };
    const url = new URL(request.url);
    // A form sends what was left empty.
    if (url.searchParams.get("from") === "") url.searchParams.delete("from");
    const input = readQuery(new Request(url));
    if (!input.ok) return failed(input.error, null);
    const asker = await context.get("identify")("bearer or session");
    const address = withoutTrailingSlash(requestPath(request).slice(DIFF_PREFIX.length));
    const after = await deps.open(address, asker);
    if (!after.ok) return failed(after.error, null);
    const before = await openAtRef(deps, after.value, input.value.from, asker);
    if (!before.ok) return failed(before.error, after.value);
    const mounts = { before: before.value, after: after.value };
    const found = await compare(deps, mounts, input.value, request.signal);
    if (!found.ok) return failed(found.error, after.value);
    const named = found.value.files.slice(0, DIFF_LIMITS.files);
    const changes = await inTurns(
      fileChanges(await changedTexts(named, sidesOf(found.value.before, found.value.after))),
    );
    return pageResponse(context, pageOf(frame, found.value, changes, input.value.from), 200, NEVER_KEPT);
  };
}

function pageOf(
  frame: Frame,
  { before, after, files, same }: Comparison,
  changes: readonly FileChange<FileRow>[],
  from: string | undefined,
): string {
  const { address } = after.citation;
  return renderPage({
    ...frame,
    title: `What changed in ${address.slice(1)}`,
    description: `What changed in ${address.slice(1)}`,
    canonical: null,
    index: false,
    children: (
      <div class="sheet">
        <p class="fine">
          <a href={address}>
            <Path of={address.slice(1)} />
          </a>
        </p>
        <h1>What changed</h1>
        <p class="lead">
          {counted(files.length, "file")} of {files.length + same} changed from{" "}
          <a href={before.citation.pinnedAddress}>
            <code>{before.citation.commit.slice(0, 12)}</code>
          </a>{" "}
          to{" "}
          <a href={after.citation.pinnedAddress}>
            <code>{after.citation.commit.slice(0, 12)}</code>
          </a>.
        </p>
        <form method="get" action={DIFF_PREFIX + address}>
          <p class="form-field">
            <label for="from">Compare with a branch, tag or commit</label>
            <input
              id="from"
              name="from"
              value={from ?? ""}
              placeholder="the default branch"
              spellcheck={false}
            />
          </p>
          <button type="submit" class="button-quiet">Compare</button>
        </form>
        {changes.map((change) => <ChangedFile change={change} />)}
        {files.length > changes.length && (
          <p class="fine">
            {counted(files.length - changes.length, "file")}{" "}
            more changed. Compare a directory of it to see them.
          </p>
        )}
        <p class="fine">Files that a licence keeps at their source are not compared.</p>
      </div>
    ),
  });
}
