import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { CSRF } from "../../contracts/auth/session_forms.ts";
import { returnPath, type SignedIn, type SignInProblem } from "../auth/mod.ts";
import { createTokenBuckets } from "../flow/mod.ts";
import { cookieName, type RequestVariables } from "../http/mod.ts";
import { browserForms, csrfToken, isFromHere, isOfOwner, sessionForms } from "./_csrf.ts";
import type { OAuthDeps } from "./_deps.ts";
import { readForm } from "./_form.ts";
import { networkOf } from "./_network.ts";
import { formPage, personAsking } from "./_page.tsx";

type OAuthContext = Context<{ Variables: RequestVariables }>;
type Handler = (context: OAuthContext) => Promise<Response>;

/** What can stand in the way before anybody else is asked. */
type Obstacle = SignInProblem | "limited" | "cookies" | "another_page" | "many_links";

const PROBLEMS: Readonly<
  Record<Obstacle, { readonly status: ContentfulStatusCode; readonly sentence: string }>
> = {
  unknown_host: { status: 404, sentence: "Nobody signs in at that host here." },
  state: { status: 400, sentence: "This sign-in began in another browser, or too long ago. Sign in again." },
  refused: { status: 403, sentence: "The git host did not let you in. Sign in again." },
  unavailable: { status: 503, sentence: "The git host does not answer now. Try again in a moment." },
  not_allowed: {
    status: 403,
    sentence: "You are known at the git host, but not among those who may sign in here.",
  },
  limited: { status: 429, sentence: "Too many sign-ins began in this network. Try again in a minute." },
  cookies: {
    status: 400,
    sentence:
      "Your browser sent no cookie of this site, by which it is known again. Allow them, and sign in.",
  },
  another_page: { status: 403, sentence: "The form came from another page. Try again from here." },
  many_links: { status: 429, sentence: "Too many links that do not work were tried. Try again in an hour." },
  link: { status: 403, sentence: "The link was used before, or is older than an hour. Ask for another." },
};

/** Each sign-in that begins is a row until it ends: how many one network may begin at once, and how soon one more. */
const BEGUN_AT_ONCE = 60;
const BEGUN_MS = 2000;
const SESSION_SECONDS = 30 * 86_400;
/** How long a sign-in page is worth going on from. */
const RETURN_SECONDS = 600;
/** How many links that do not work one network may try in an hour. Those that work are not counted. */
const LINKS_AN_HOUR = 10;
const HOUR_MS = 3_600_000;

export interface SignInHandlers {
  readonly page: Handler;
  readonly begin: Handler;
  readonly callback: Handler;
  readonly linkPage: Handler;
  readonly useLink: Handler;
  readonly signOut: Handler;
}

/** The pages of signing in and out. A link alone signs nobody in: each step that changes anything is a form. */
export function signInHandlers(deps: OAuthDeps): SignInHandlers {
  const { places: { issuer }, signIn, signInHosts, sessions, sealer, clock } = deps;
  const takeBegun = createTokenBuckets({ clock, capacity: BEGUN_AT_ONCE, refillMs: BEGUN_MS });
  const takeLink = createTokenBuckets({ clock, capacity: LINKS_AN_HOUR, refillMs: HOUR_MS / LINKS_AN_HOUR });
  const isSecure = issuer.startsWith("https:");

  /** Without `maxAge`, in seconds, the browser keeps it until it is closed. */
  function give(
    context: OAuthContext,
    name: "signin" | "session" | "return",
    value: string,
    maxAge?: number,
  ): void {
    const options: CookieOptions = { path: "/", httpOnly: true, secure: isSecure, sameSite: "Lax" };
    setCookie(context, cookieName(name, issuer), value, {
      ...options,
      ...(maxAge !== undefined && { maxAge }),
    });
  }

  /** What the sign-in page named the browser; null: it did not see the page, or keeps no cookies. */
  function browserOf(context: OAuthContext): string | null {
    return getCookie(context, cookieName("signin", issuer)) ?? null;
  }

  async function linkFailed(context: OAuthContext): Promise<Response> {
    return told(context, takeLink(await networkOf(context)) > 0 ? "many_links" : "link");
  }

  function told(context: OAuthContext, problem: Obstacle): Response {
    const { status, sentence } = PROBLEMS[problem];
    return formPage(context, deps, {
      title: "Sign in",
      path: "/sign-in",
      status,
      children: (
        <>
          <h1>Nobody was signed in</h1>
          <p>{sentence}</p>
          <p>
            <a href="/sign-in">Sign in</a>
          </p>
        </>
      ),
    });
  }

  function count(host: string, outcome: SignInProblem | "ok"): void {
    deps.metrics?.count("skillmount_sign_ins_total", { host, outcome });
  }

  function start(context: OAuthContext, { session, returnTo }: SignedIn): Response {
    give(context, "session", session, SESSION_SECONDS);
    return leave(context, returnTo);
  }

  function leave(context: OAuthContext, location: string): Response {
    context.set("route", "sign-in");
    context.header("cache-control", "no-store");
    return context.redirect(location, 303);
  }

  const callbackUrl = (host: string) => `${issuer}/sign-in/${host}/callback`;

  return {
    page(context) {
      const returnTo = returnPath(context.req.query("return_to") ?? null);
      let browser = browserOf(context);
      if (browser === null) give(context, "signin", browser = signIn.newBrowser());
      // Who has a link opens it in another tab, and goes on from there.
      if (returnTo !== "/") give(context, "return", returnTo, RETURN_SECONDS);
      const csrf = csrfToken(sealer, browserForms(browser));
      return Promise.resolve(formPage(context, deps, {
        title: "Sign in",
        path: "/sign-in",
        children: <SignInPage hosts={signInHosts} returnTo={returnTo} csrf={csrf} />,
      }));
    },

    async begin(context) {
      const browser = browserOf(context);
      if (browser === null) return told(context, "cookies");
      const form = await readForm(context.req.raw, deps.readBody);
      const isShown = form.ok && isOfOwner(sealer, form.value, browserForms(browser));
      if (!isShown || !isFromHere(context.req.raw, issuer)) return told(context, "another_page");
      if (takeBegun(await networkOf(context)) > 0) return told(context, "limited");
      const host = context.req.param("host") ?? "";
      const begun = await signIn.begin(host, form.value.get("return_to"), callbackUrl(host), browser);
      return begun.ok ? leave(context, begun.value.href) : told(context, begun.error);
    },

    async callback(context) {
      const host = context.req.param("host") ?? "";
      const finished = await signIn.finish(host, browserOf(context), new URL(context.req.url).searchParams);
      // No label comes from what somebody sent.
      if (signInHosts.some(({ key }) => key === host)) count(host, finished.ok ? "ok" : finished.error);
      return finished.ok ? start(context, finished.value) : told(context, finished.error);
    },

    async linkPage(context) {
      const account = await signIn.accountOfLink(context.req.param("link") ?? "");
      if (account === null) return await linkFailed(context);
      return formPage(context, deps, {
        title: "Sign in",
        path: "/sign-in",
        children: (
          <>
            <h1>Sign in</h1>
            <p>
              This link signs this browser in for the account{" "}
              <strong>{account.slug}</strong>, once. It keeps a cookie for that.
            </p>
            <form method="post">
              <button type="submit">Sign in as {account.slug}</button>
            </form>
          </>
        ),
      });
    },

    async useLink(context) {
      // Looking at a link leaves no cookie, so that no token can be bound to the browser: its word must be there.
      if (context.req.header("origin") !== issuer) return told(context, "another_page");
      const used = await signIn.useLink(
        context.req.param("link") ?? "",
        getCookie(context, cookieName("return", issuer)) ?? null,
      );
      count("link", used.ok ? "ok" : used.error);
      if (used.ok) give(context, "return", "", 0);
      return used.ok ? start(context, used.value) : await linkFailed(context);
    },

    async signOut(context) {
      if (!isFromHere(context.req.raw, issuer)) return told(context, "another_page");
      const asker = await personAsking(context);
      // Sent twice, it finds nobody.
      if (asker === null) return leave(context, "/");
      const form = await readForm(context.req.raw, deps.readBody);
      const isTheirs = form.ok && isOfOwner(sealer, form.value, sessionForms(asker));
      if (!isTheirs) return told(context, "another_page");
      await sessions.end(asker.session);
      give(context, "session", "", 0);
      return leave(context, "/");
    },
  };
}

interface SignInPageProps {
  readonly hosts: OAuthDeps["signInHosts"];
  readonly returnTo: string;
  readonly csrf: string;
}

function SignInPage({ hosts, returnTo, csrf }: SignInPageProps) {
  return (
    <>
      <h1>Sign in</h1>
      {hosts.length === 0
        ? <p>Nobody signs in at a git host here. Ask the operator for a link that signs you in.</p>
        : <p>What you may see at your git host is what you may open here.</p>}
      {hosts.map(({ key, label }) => (
        <form method="post" action={`/sign-in/${key}`}>
          <input type="hidden" name={CSRF} value={csrf} />
          <input type="hidden" name="return_to" value={returnTo} />
          <button type="submit">Sign in with {label}</button>
        </form>
      ))}
    </>
  );
}
