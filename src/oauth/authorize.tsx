import type { PersonAsking } from "../../contracts/auth/viewer.ts";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { Person } from "../../contracts/auth/people.ts";
import {
  allowRequest,
  answerUrl,
  type AuthorizeProblem,
  type ProtectedResource,
  readAuthorizeRequest,
} from "../auth/mod.ts";
import { createTokenBuckets } from "../flow/mod.ts";
import { parseJson, type RequestVariables, seeOther } from "../http/mod.ts";
import { ConsentPage } from "./_consent_page.tsx";
import { csrfToken, isFromHere, isOfOwner, requestForms } from "./_csrf.ts";
import type { OAuthDeps } from "./_deps.ts";
import { readForm } from "./_form.ts";
import { formPage, personAsking } from "./_page.tsx";

type OAuthContext = Context<{ Variables: RequestVariables }>;
type Handler = (context: OAuthContext) => Promise<Response>;

const PATH = "/api/oauth/authorize";
const OPEN_MS = 10 * 60_000;
/** How often one person may have the metadata of apps looked at: each look may ask a server of the app's choice. */
const LOOKS_AT_ONCE = 30;
const LOOK_MS = 2000;

/** What the consent page carries of the request it asks about. */
const SEALED = z.object({ query: z.string(), until: z.number() });

/** `GET` and `POST /api/oauth/authorize`: asks a person, every time, and sends their answer to the app. */
export function authorizeHandlers(deps: OAuthDeps): { readonly ask: Handler; readonly decide: Handler } {
  const { places: { issuer }, sealer, people, accounts: accountStore, grants, clock, mayOpen } = deps;

  const takeLook = createTokenBuckets({ clock, capacity: LOOKS_AT_ONCE, refillMs: LOOK_MS });

  function told(
    context: OAuthContext,
    status: ContentfulStatusCode,
    sentence: string,
    link?: string,
  ): Response {
    return formPage(context, deps, {
      title: "An app asked for access",
      path: PATH,
      status,
      children: (
        <>
          <h1>Nothing was allowed</h1>
          <p>{sentence}</p>
          {link !== undefined && (
            <p>
              <a href={link}>Back to the app</a>
            </p>
          )}
        </>
      ),
    });
  }

  /** An error travels to an app only if the person knows it: else anybody could send people anywhere by it. */
  async function refuse(
    context: OAuthContext,
    problem: AuthorizeProblem,
    asker: PersonAsking | null,
  ): Promise<Response> {
    if (problem.kind === "page") return told(context, 400, problem.description);
    const { client, redirectUri, state, error, description } = problem;
    const url = answerUrl(redirectUri, { error, error_description: description }, state, issuer);
    const isWeb = /^https?:/.test(redirectUri);
    const known = asker !== null && isWeb &&
      (await grants.ofPerson(asker.person)).some(({ grant }) => grant.client === client.id);
    return known ? seeOther(url) : told(context, 400, `${error}: ${description}`, url);
  }

  async function consent(
    context: OAuthContext,
    asker: PersonAsking,
    query: URLSearchParams,
  ): Promise<Response> {
    const request = await readAuthorizeRequest(query, deps);
    if (!request.ok) return await refuse(context, request.error, asker);
    const person = await people.person(asker.person);
    if (person === null) return seeOther(signInUrl(context));
    const { resource } = request.value;
    const { opens, accounts } = await offerTo(asker, person, resource);
    if (opens === null) {
      return told(context, 503, "The git host does not say now who may see this; try again");
    }
    const sealed = sealer.seal(
      JSON.stringify({ query: query.toString(), until: clock.now() + OPEN_MS }),
      "request",
    );
    const csrf = csrfToken(sealer, requestForms(asker, sealed));
    return formPage(context, deps, {
      title: "Allow an app to read",
      path: PATH,
      children: (
        <ConsentPage
          request={request.value}
          person={person}
          accounts={accounts}
          mayOpen={opens}
          elsewhere={elsewhere(context, person, resource)}
          sealed={sealed}
          csrf={csrf}
        />
      ),
    });
  }

  /** The sign-in of the address's host, for who is signed in at another; it tells nothing of the address. */
  function elsewhere(context: OAuthContext, { host }: Person, resource: ProtectedResource) {
    if (resource.kind !== "address" || resource.address.host === host) return null;
    const there = deps.signInHosts.find(({ key }) => key === resource.address.host);
    return there === undefined ? null : { label: there.label, url: signInUrl(context) };
  }

  /** Whether they may open it, null: it cannot be said now, and on behalf of which of their accounts. */
  async function offerTo(asker: PersonAsking, person: Person, resource: ProtectedResource) {
    const accounts = await accountsOf(person);
    switch (resource.kind) {
      case "account":
        return { opens: true, accounts };
      case "address":
        return { opens: await mayOpen(asker, resource.address), accounts };
      case "set": {
        const owner = await deps.accountOfSet(asker.person, resource.set);
        return { opens: owner !== null, accounts: accounts.filter(({ id }) => id === owner) };
      }
    }
  }

  async function accountsOf({ accounts }: Person) {
    const found = await Promise.all(accounts.map((id) => accountStore.account(id)));
    return found.filter((account) => account !== null);
  }

  return {
    async ask(context) {
      const query = new URL(context.req.url).searchParams;
      const asker = await personAsking(context);
      const isDocument = (query.get("client_id") ?? "").startsWith("https://");
      if (asker !== null) {
        if (isDocument && takeLook(asker.person) > 0) {
          return told(context, 429, "Too many apps asked you at once; try again in a minute");
        }
        return await consent(context, asker, query);
      }
      // Whose metadata would have to be fetched is looked at once somebody is signed in.
      if (!isDocument) {
        const request = await readAuthorizeRequest(query, deps);
        if (!request.ok) return await refuse(context, request.error, null);
      }
      return seeOther(signInUrl(context));
    },

    async decide(context) {
      if (!isFromHere(context.req.raw, issuer)) return told(context, 403, "The form came from another page");
      const asker = await personAsking(context);
      if (asker === null) return told(context, 403, "You are signed out; go back to the app and start again");
      const form = await readForm(context.req.raw, deps.readBody);
      if (!form.ok) return told(context, 400, "The form is broken; go back to the app and start again");
      const sealed = form.value.get("request") ?? "";
      const opened = SEALED.safeParse(parseJson(sealer.open(sealed, "request") ?? ""));
      if (!opened.success) {
        return told(context, 400, "The form was changed; go back to the app and start again");
      }
      if (!isOfOwner(sealer, form.value, requestForms(asker, sealed))) {
        return told(context, 403, "The form was not made for you; go back to the app and start again");
      }
      const query = new URLSearchParams(opened.data.query);
      if (clock.now() >= opened.data.until) {
        return told(context, 400, "The page was open for too long; ask again", `${issuer}${PATH}?${query}`);
      }
      const request = await readAuthorizeRequest(query, deps);
      if (!request.ok) return await refuse(context, request.error, asker);
      const { redirectUri, state, resource } = request.value;
      if (form.value.get("decision") !== "allow") {
        return seeOther(answerUrl(redirectUri, { error: "access_denied" }, state, issuer));
      }
      const person = await people.person(asker.person);
      const offer = person === null ? null : await offerTo(asker, person, resource);
      if (offer?.opens !== true) {
        return told(context, 403, "This cannot be opened, so that nothing can be allowed");
      }
      const account = offer.accounts.find(({ slug }) => slug === form.value.get("account"));
      if (account === undefined) return told(context, 403, "The account is not one of yours");
      const code = await allowRequest(request.value, asker.person, account.id, deps);
      return seeOther(answerUrl(redirectUri, { code }, state, issuer));
    },
  };

  function signInUrl(context: OAuthContext): string {
    const { search } = new URL(context.req.url);
    return `${issuer}/sign-in?return_to=${encodeURIComponent(PATH + search)}`;
  }
}
