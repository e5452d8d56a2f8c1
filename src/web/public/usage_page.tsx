import type { Context } from "hono";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import type { Result } from "../../../contracts/result.ts";
import {
  failureHeaders,
  failureResponse,
  queryReader,
  requestPath,
  type RequestVariables,
  withoutTrailingSlash,
} from "../../http/mod.ts";
import {
  citeMount,
  type OpenSnapshotDeps,
  type UsageOverDays,
  type UsageQuestion,
} from "../../reading/mod.ts";
import type { Assets } from "../assets/assets.ts";
import { failurePage } from "../kit/failure_page.tsx";
import { type Frame, renderPage } from "../kit/layout.tsx";
import { namesHtml, pageResponse } from "../kit/page_response.ts";
import { counted, Path } from "../kit/text.tsx";

export interface UsagePageDeps {
  readonly open: (address: string, asker: Asker) => Promise<Result<Mount, Failure>>;
  readonly readUsage: (mount: Mount, question: UsageQuestion) => Promise<Result<UsageOverDays, Failure>>;
  readonly sources: Pick<OpenSnapshotDeps, "hosts">;
  readonly version: string;
  readonly publicOrigin: (own: string) => string | null;
  /** Where people sign in: an origin, without a slash; null where nobody does. */
  readonly issuer: string | null;
  readonly assets: Assets;
}

export const USAGE_PREFIX = "/usage";

/** Spans that the page offers. Days. */
const SPANS = [7, 30, 90, 400];

const NEVER_KEPT = { "cache-control": "private, no-store" };

const readQuery = queryReader(REST_QUERIES.usage);

/** `GET /usage/<address>`: what `/api/v1/usage/<address>` answers, for people. */
export function createUsagePage({ open, readUsage, sources, issuer, ...deps }: UsagePageDeps) {
  return async function usagePage(context: Context<{ Variables: RequestVariables }>): Promise<Response> {
    const request = context.req.raw;
    const path = requestPath(request);
    const { assets, version } = deps;
    const frame = { assets, version, origin: deps.publicOrigin(new URL(request.url).origin) };
    const failed = (error: Failure, address: string | null) => {
      if (!namesHtml(context)) return failureResponse(error, { vary: "accept" });
      const signIn = issuer === null ? null : `${issuer}/sign-in?return_to=${encodeURIComponent(path)}`;
      const html = failurePage(frame, error, "", address, signIn);
      return pageResponse(context, html, ERRORS[error.code].status, failureHeaders(error));
    };
    const question = readQuery(request);
    if (!question.ok) return failed(question.error, null);
    const asker = await context.get("identify")("bearer or session");
    const mount = await open(withoutTrailingSlash(path.slice(USAGE_PREFIX.length)), asker);
    if (!mount.ok) return failed(mount.error, null);
    const { address } = citeMount(mount.value, sources.hosts);
    const found = await readUsage(mount.value, question.value);
    if (!found.ok) return failed(found.error, address);
    return pageResponse(
      context,
      usageOfAddress(frame, address, question.value.days, found.value),
      200,
      NEVER_KEPT,
    );
  };
}

function usageOfAddress(frame: Frame, address: string, days: number, usage: UsageOverDays): string {
  const { total, others, moreSkills } = usage;
  const most = Math.max(1, ...usage.days.map(({ loads }) => loads));
  return renderPage({
    ...frame,
    title: `Usage of ${address.slice(1)}`,
    description: `What agents use of ${address.slice(1)}`,
    canonical: null,
    index: false,
    children: (
      <div class="sheet">
        <p class="fine">
          <a href={address}>
            <Path of={address.slice(1)} />
          </a>
        </p>
        <h1>Usage</h1>
        <p class="lead">
          {counted(total.loads, "load")} of skills and{" "}
          {counted(total.searches, "search", "searches")}, of which {total.empty} found nothing, from{" "}
          {usage.from} to {usage.to}.
        </p>
        <form method="get" action={USAGE_PREFIX + address}>
          <p class="form-field">
            <label for="days">Days</label>
            <select id="days" name="days">
              {SPANS.map((span) => <option value={span} selected={span === days}>The last {span}</option>)}
            </select>
          </p>
          <button type="submit" class="button-quiet">Show</button>
        </form>
        <section aria-labelledby="skills">
          <h2 id="skills">Skills</h2>
          {usage.skills.length === 0 ? <p>No skill was loaded, and no search named one.</p> : (
            <table>
              <thead>
                <tr>
                  <th scope="col">Skill</th>
                  <th scope="col">Loads</th>
                  <th scope="col">Found by searches</th>
                </tr>
              </thead>
              <tbody>
                {usage.skills.map(({ path, loads, found }) => (
                  <tr>
                    <th scope="row">
                      <a href={`${USAGE_PREFIX}${address}?days=${days}&path=${encodeURIComponent(path)}`}>
                        <Path of={path} />
                      </a>
                    </th>
                    <td>{loads}</td>
                    <td>{found}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {moreSkills > 0 && <p class="fine">{counted(moreSkills, "skill")} more were used.</p>}
          {others.loads + others.found > 0 && (
            <p class="fine">
              Too many skills were used on one day to tell all apart: {counted(others.loads, "load")} more.
            </p>
          )}
        </section>
        <section aria-labelledby="by-day">
          <h2 id="by-day">By day</h2>
          {usage.days.length === 0 ? <p>Nothing was counted on these days.</p> : (
            <table>
              <thead>
                <tr>
                  <th scope="col">Day (UTC)</th>
                  <th scope="col">Loads</th>
                  <th scope="col">Found by searches</th>
                  <th scope="col">Searches</th>
                  <th scope="col">Found nothing</th>
                </tr>
              </thead>
              <tbody>
                {usage.days.toReversed().map(({ day, loads, found, searches, empty }) => (
                  <tr>
                    <th scope="row">{day}</th>
                    <td>
                      {loads} <meter min={0} max={most} value={loads} aria-hidden="true"></meter>
                    </td>
                    <td>{found}</td>
                    <td>{searches}</td>
                    <td>{empty}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
        <p class="fine">
          These are counts: nothing is kept of who asked or what for. Searches are counted for the whole
          repository.
        </p>
      </div>
    ),
  });
}
