import type { Handler } from "hono";
import type { Person } from "../../../contracts/auth/people.ts";
import type { PersonAsking } from "../../../contracts/auth/viewer.ts";
import { ERRORS, type Failure } from "../../../contracts/errors.ts";
import type { Acting } from "../../../contracts/library/audit.ts";
import type { Role } from "../../../contracts/library/members.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { failureMessage, type RequestVariables, seeOther } from "../../http/mod.ts";
import { isAtLeast, type UploadForm } from "../../library/mod.ts";
import { createAssets } from "../assets/assets.ts";
import { failurePage } from "../kit/failure_page.tsx";
import { renderPage } from "../kit/layout.tsx";
import { PAGE_HEADERS } from "../kit/page_response.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import {
  DASHBOARD,
  dashboardOf,
  type Desk,
  type DeskContext,
  type Done,
  type Sent,
  type Show,
  type View,
} from "./desk.ts";
import { noticeText } from "./_notices.ts";
import { Shell } from "./_shell.tsx";

type DeskHandler = Handler<{ Variables: RequestVariables }>;

const FORM_BYTES = 512 * 1024;

/** A page that is about one person: nobody keeps, frames or finds it. `same-origin`: or its forms would post `Origin: null`. */
const HEADERS = {
  ...PAGE_HEADERS,
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex",
};

/** Reads a form that an account sent, and lets `use` answer it. */
type Received<Read> = (
  request: Request,
  owner: string,
  use: (sent: Result<Read, Failure>) => Promise<Response>,
) => Promise<Response>;

export interface Desks {
  /** A page, for who belongs to the account as `least` or more. */
  page(least: Role, show: Show): DeskHandler;
  /** A form of the page that `show` makes, which is shown again with what is wrong. */
  form(
    least: Role,
    show: Show,
    handle: (desk: Desk, sent: Sent, context: DeskContext) => Promise<Result<Done, Failure>>,
  ): DeskHandler;
  /** The same of a form that may bring files. */
  upload(
    least: Role,
    show: Show,
    handle: (desk: Desk, sent: UploadForm, context: DeskContext) => Promise<Result<Done, Failure>>,
  ): DeskHandler;
  /** The way to the dashboard of the person's own account. `pathOf`: to which page of it; left out, the first. */
  start(pathOf?: (context: DeskContext) => string): DeskHandler;
}

/** Lets people to the dashboards of their accounts. To everybody else there are none. */
export function createDesks(deps: DashboardDeps): Desks {
  const { people, accounts, members, forms, issuer, version } = deps;
  const frame = { assets: createAssets(), version, origin: issuer };

  async function personOf(context: DeskContext): Promise<{ asker: PersonAsking; person: Person } | null> {
    const asker = await context.get("identify")("bearer or session");
    if (asker.kind !== "person") return null;
    const person = await people.person(asker.person);
    return person === null ? null : { asker, person };
  }

  async function deskOf(context: DeskContext, least: Role): Promise<Desk | Response> {
    context.set("route", "dashboard");
    const found = await personOf(context);
    if (found === null) return signInFirst(context);
    const { asker, person } = found;
    const named = await accounts.find(context.req.param("account") ?? "");
    const role = named === null ? null : await members.roleOf(named.account.id, person.id);
    if (named === null || role === null) return failed({ code: "account.not_found" });
    const { account, isAlias } = named;
    if (isAlias && context.req.method === "GET") return seeOther(dashboardOf(account));
    if (!isAtLeast(role, least)) {
      return failed({ code: "account.forbidden", reason: `that is for ${least}s of the account` });
    }
    const acting: Acting = {
      actor: { kind: "person", person: person.id, login: person.login },
      request: context.get("requestId"),
    };
    const all = await Promise.all(person.accounts.map((id) => accounts.account(id)));
    return {
      asker,
      person,
      account,
      role,
      slugs: all.flatMap((one) => one === null ? [] : [one.slug]),
      author: {
        account: account.id,
        skills: null,
        ...acting,
        mayPublishGlobally: isAtLeast(role, "admin"),
      },
      csrf: forms.tokenFor(asker),
      base: dashboardOf(account),
    };
  }

  function framed(desk: Desk, view: View, status: number, told: string | null): Response {
    const html = renderPage({
      ...frame,
      title: `${view.title} · ${desk.account.slug}`,
      description: view.title,
      canonical: null,
      index: false,
      children: <Shell desk={desk} view={view} told={told} isWrong={status >= 400} />,
    });
    return new Response(html, { status, headers: HEADERS });
  }

  function failed(problem: Failure): Response {
    const html = failurePage(frame, problem, "", null);
    return new Response(html, { status: ERRORS[problem.code].status, headers: HEADERS });
  }

  async function shown(
    desk: Desk,
    context: DeskContext,
    show: Show,
    problem: Failure | null,
    kept: Sent = {},
  ): Promise<Response> {
    const view = await show(desk, context, kept);
    if (!view.ok) return failed(problem ?? view.error);
    return problem === null
      ? framed(desk, view.value, 200, noticeText(context.req.query("done") ?? null))
      : framed(desk, view.value, ERRORS[problem.code].status, `${failureMessage(problem)}.`);
  }

  async function answered(
    desk: Desk,
    context: DeskContext,
    show: Show,
    kept: Sent,
    done: Result<Done, Failure>,
  ): Promise<Response> {
    if (!done.ok) return await shown(desk, context, show, done.error, kept);
    if ("answer" in done.value) return done.value.answer;
    if ("view" in done.value) return framed(desk, done.value.view, 200, done.value.told);
    return seeOther(`${done.value.to}?done=${done.value.notice}`);
  }

  const readFields: Received<Sent> = async (request, _owner, use) => {
    const body = await deps.readBody(request, FORM_BYTES);
    return await use(body.ok ? success(Object.fromEntries(new URLSearchParams(body.value))) : body);
  };

  /** A form, read by `read`, which was on a page that its sender was shown. */
  function received<Read>(
    least: Role,
    show: Show,
    read: Received<Read>,
    fieldsOf: (read: Read) => Sent,
    handle: (desk: Desk, sent: Read, context: DeskContext) => Promise<Result<Done, Failure>>,
  ): DeskHandler {
    return async (context) => {
      const request = context.req.raw;
      if (!forms.isFromHere(request)) return failed(ANOTHER_PAGE);
      const desk = await deskOf(context, least);
      if (desk instanceof Response) return desk;
      return await read(request, desk.account.id, async (sent) => {
        if (!sent.ok) return await shown(desk, context, show, sent.error);
        const fields = fieldsOf(sent.value);
        if (!forms.isTheirs(desk.asker, fields)) return await shown(desk, context, show, ANOTHER_PAGE);
        return await answered(desk, context, show, fields, await handle(desk, sent.value, context));
      });
    };
  }

  return {
    page: (least, show) => async (context) => {
      const desk = await deskOf(context, least);
      return desk instanceof Response ? desk : await shown(desk, context, show, null);
    },
    form: (least, show, handle) => received(least, show, readFields, (sent) => sent, handle),
    upload: (least, show, handle) => received(least, show, deps.receiveForm, ({ fields }) => fields, handle),
    start: (pathOf = () => "") => async (context) => {
      context.set("route", "dashboard");
      const found = await personOf(context);
      if (found === null) return signInFirst(context);
      const [own] = found.person.accounts;
      const account = own === undefined ? null : await accounts.account(own);
      return account === null
        ? failed({ code: "account.not_found" })
        : seeOther(dashboardOf(account) + pathOf(context));
    },
  };

  function signInFirst(context: DeskContext): Response {
    const { pathname } = new URL(context.req.url);
    const back = context.req.method === "GET" ? pathname : DASHBOARD;
    return seeOther(`${issuer}/sign-in?return_to=${encodeURIComponent(back)}`);
  }
}

const ANOTHER_PAGE: Failure = {
  code: "account.forbidden",
  reason: "the form came from another page, or you signed in anew since it was shown",
  hint: "Try again",
};
