import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { returnPath, type SignedIn, type SignInProblem } from "../auth/mod.ts";
import { createTokenBuckets } from "../flow/mod.ts";
import { cookieName, type RequestVariables } from "../http/mod.ts";
import type { OAuthDeps } from "./_deps.ts";
import { readForm } from "./_form.ts";
import { networkOf } from "./_network.ts";
import { formPage, isOwnForm, personAsking } from "./_page.tsx";

type OAuthContext = Context<{ Variables: RequestVariables }>;
type Handler = (context: OAuthContext) => Promise<Response>;

const PROBLEMS: Readonly<
  Record<SignInProblem | "limited", { readonly status: number; readonly sentence: string }>
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
  link: { status: 403, sentence: "The link was used before, or is older than an hour. Ask for another." },
};

const SIGN_IN_SECONDS = 600;
/** Each sign-in that begins is a row until it ends: how many one network may begin at once, and how soon one more. */
const BEGUN_AT_ONCE = 60;
const BEGUN_MS = 2000;
const SESSION_SECONDS = 30 * 86_400;

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
  const { places: { issuer }, signIn, signInHosts, sessions, clock } = deps;
  const take = createTokenBuckets({ clock, capacity: BEGUN_AT_ONCE, refillMs: BEGUN_MS });
  const isSecure = issuer.startsWith("https:");

  function give(context: OAuthContext, name: "signin" | "session", value: string, maxAge: number): void {
    const options: CookieOptions = { path: "/", httpOnly: true, secure: isSecure, sameSite: "Lax", maxAge };
    setCookie(context, cookieName(name, issuer), value, options);
  }

  function told(context: OAuthContext, problem: SignInProblem | "limited"): Response {
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

  function start(context: OAuthContext, { session, returnTo }: SignedIn): Response {
    give(context, "signin", "", 0);
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
      return Promise.resolve(formPage(context, deps, {
        title: "Sign in",
        path: "/sign-in",
        children: <SignInPage hosts={signInHosts} returnTo={returnTo} />,
      }));
    },

    async begin(context) {
      if (!isOwnForm(context, issuer)) return told(context, "state");
      if (take(await networkOf(context)) > 0) return told(context, "limited");
      const host = context.req.param("host") ?? "";
      const form = await readForm(context.req.raw, deps.readBody);
      const returnTo = form.ok ? form.value.get("return_to") : null;
      const begun = await signIn.begin(host, returnTo, callbackUrl(host));
      if (!begun.ok) return told(context, begun.error);
      give(context, "signin", begun.value.browser, SIGN_IN_SECONDS);
      return leave(context, begun.value.url.href);
    },

    async callback(context) {
      const host = context.req.param("host") ?? "";
      const browser = getCookie(context, cookieName("signin", issuer)) ?? null;
      const finished = await signIn.finish(host, browser, new URL(context.req.url).searchParams);
      return finished.ok ? start(context, finished.value) : told(context, finished.error);
    },

    async linkPage(context) {
      const account = await signIn.accountOfLink(context.req.param("link") ?? "");
      if (account === null) return told(context, "link");
      return formPage(context, deps, {
        title: "Sign in",
        path: "/sign-in",
        children: (
          <>
            <h1>Sign in</h1>
            <p>
              This link signs this browser in for the account <strong>{account.slug}</strong>, once.
            </p>
            <form method="post">
              <button type="submit">Sign in as {account.slug}</button>
            </form>
          </>
        ),
      });
    },

    async useLink(context) {
      if (!isOwnForm(context, issuer)) return told(context, "state");
      const used = await signIn.useLink(context.req.param("link") ?? "");
      return used.ok ? start(context, used.value) : told(context, used.error);
    },

    async signOut(context) {
      if (!isOwnForm(context, issuer)) return told(context, "state");
      const asker = await personAsking(context);
      if (asker !== null) await sessions.end(asker.session);
      give(context, "session", "", 0);
      return leave(context, "/");
    },
  };
}

function SignInPage(
  { hosts, returnTo }: { readonly hosts: OAuthDeps["signInHosts"]; readonly returnTo: string },
) {
  return (
    <>
      <h1>Sign in</h1>
      {hosts.length === 0
        ? <p>Nobody signs in at a git host here. Ask the operator for a link that signs you in.</p>
        : <p>What you may see at your git host is what you may open here.</p>}
      {hosts.map(({ key, label }) => (
        <form method="post" action={`/sign-in/${key}`}>
          <input type="hidden" name="return_to" value={returnTo} />
          <button type="submit">Sign in with {label}</button>
        </form>
      ))}
    </>
  );
}
