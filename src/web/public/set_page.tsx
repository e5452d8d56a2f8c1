import type { Context } from "hono";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import type { OpenedSet, SetMember, Sets } from "../../../contracts/library/sets.ts";
import { success } from "../../../contracts/result.ts";
import type { SkillRow } from "../../../contracts/catalog_view.ts";
import { failureHeaders, failureResponse, type RequestVariables } from "../../http/mod.ts";
import { answerFrom } from "../../reading/mod.ts";
import { createAssets } from "../assets/assets.ts";
import { Copyable } from "../kit/client_steps.tsx";
import { shellQuoted } from "../kit/connect_lines.ts";
import { ConnectPanel } from "../kit/connect_panel.tsx";
import { failurePage } from "../kit/failure_page.tsx";
import { type Frame, renderPage } from "../kit/layout.tsx";
import { namesHtml, pageResponse } from "../kit/page_response.ts";
import { counted, Text } from "../kit/text.tsx";

export interface SetPageDeps {
  readonly sets: Pick<Sets, "open">;
  readonly version: string;
  readonly publicOrigin: (own: string) => string | null;
}

type PageContext = Context<{ Variables: RequestVariables }>;

/** A small commit is read within it. */
const WAIT_MS = 1200;
const SHOWN_SKILLS = 200;

/** The page of a set: what is in it, what cannot be had now, and how to connect an agent. */
export function createSetPage({ sets, version, publicOrigin }: SetPageDeps) {
  const assets = createAssets();
  return async function setPage(context: PageContext, owner: string, name: string): Promise<Response> {
    const request = context.req.raw;
    const frame = { assets, version, origin: publicOrigin(new URL(request.url).origin) };
    const asker = await context.get("identify")("bearer or session");
    const opened = await sets.open({ owner, name, asker, waitMs: WAIT_MS });
    if (!opened.ok) return failed(context, frame, opened.error);
    const made = await answerFrom(opened.value.source, async (source) => {
      const { rows, total } = await source.view.skills.page({
        kind: "listed",
        below: source.path,
        start: 0,
        count: SHOWN_SKILLS,
      });
      return success(pageOf(frame, opened.value, rows, total));
    });
    if (!made.ok) return failed(context, frame, made.error);
    const kept = opened.value.isOpen ? "public, max-age=60" : "private, no-store";
    return pageResponse(context, made.value, 200, { "cache-control": kept });
  };
}

function failed(context: PageContext, frame: Frame, error: Failure): Response {
  if (!namesHtml(context)) return failureResponse(error, { vary: "accept" });
  const html = failurePage(frame, error, "", null);
  return pageResponse(context, html, ERRORS[error.code].status, failureHeaders(error));
}

function pageOf(
  frame: Frame,
  { set, owner, unavailable }: OpenedSet,
  skills: readonly SkillRow[],
  total: number,
): string {
  const address = `/sets/${owner}/${set.name}`;
  const missing = new Map(unavailable.map(({ alias, reason }) => [alias, reason]));
  return renderPage({
    ...frame,
    title: `${owner}/${set.name}`,
    description: set.description ?? `A set of agent skills by ${owner}`,
    canonical: address,
    index: false,
    children: (
      <div class="columns">
        <div class="column-main sheet">
          <h1>
            {owner}/{set.name}
          </h1>
          <p class="lead">
            {set.description === null
              ? <>A set of {counted(set.members.length, "member")} as one MCP server.</>
              : <Text of={set.description} />}
          </p>
          <section aria-labelledby="members">
            <h2 id="members">Members</h2>
            <ul role="list" class="rows">
              {set.members.map((member) => <Member member={member} problem={missing.get(member.alias)} />)}
            </ul>
          </section>
          <section aria-labelledby="skills">
            <h2 id="skills">{counted(total, "skill")}</h2>
            <ul role="list" class="rows">
              {skills.map((skill) => (
                <li class="row row-block">
                  <p>
                    <strong>
                      <Text of={skill.name} />
                    </strong>{" "}
                    <code class="fine">{skill.path}</code>
                  </p>
                  <p class="fine">
                    <Text of={skill.description} />
                  </p>
                </li>
              ))}
            </ul>
            {total > skills.length && <p>The first {skills.length} are shown.</p>}
          </section>
        </div>
        <div class="column-side">
          <ConnectPanel frame={frame} address={address} />
          {frame.origin !== null && (
            <section aria-labelledby="install">
              <h2 id="install">Install</h2>
              <Copyable text={`npx skills add ${shellQuoted(frame.origin + address)}`} label="the command" />
            </section>
          )}
        </div>
      </div>
    ),
  });
}

function Member({ member, problem }: { readonly member: SetMember; readonly problem: string | undefined }) {
  const { alias } = member;
  const href = member.kind === "address"
    ? member.address
    : `/skills/${member.owner}/${member.name}${member.label === null ? "" : `@${member.label}`}`;
  return (
    <li class="row row-block">
      <p>
        <strong>{alias}</strong> <a href={href}>{href}</a>
      </p>
      {problem !== undefined && <p class="told told-wrong">It cannot be had now: {problem}.</p>}
    </li>
  );
}
