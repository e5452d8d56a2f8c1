import type { PersonAsking } from "../../contracts/auth/viewer.ts";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { parseResource } from "../auth/mod.ts";
import { failureMessage, type RequestVariables, seeOther } from "../http/mod.ts";
import { AccountPage } from "./_account_page.tsx";
import { csrfToken, isFromHere, isOfOwner, sessionForms } from "./_csrf.ts";
import type { OAuthDeps } from "./_deps.ts";
import { readForm } from "./_form.ts";
import { formPage, personAsking } from "./_page.tsx";

type OAuthContext = Context<{ Variables: RequestVariables }>;
type Handler = (context: OAuthContext) => Promise<Response>;

/** What a form did, told at the top of the page that it leads back to. */
interface Outcome {
  readonly status?: ContentfulStatusCode;
  readonly told?: string;
  /** Shown this once. */
  readonly newKey?: string;
}

const NO_ADDRESS = "That is no address here. One looks like /gh/owner/repository.";

export interface AccountHandlers {
  readonly page: Handler;
  readonly revokeGrant: Handler;
  readonly makeKey: Handler;
  readonly revokeKey: Handler;
  readonly endSession: Handler;
  readonly disconnect: Handler;
  readonly signOutEverywhere: Handler;
}

/** `/account`: where a person is signed in, what they allowed, the keys that read as them, and the ways to end each. */
export function accountHandlers(deps: OAuthDeps): AccountHandlers {
  const { places, grants, people, accounts: accountStore, sessions, addressKeys, sealer } = deps;
  const { issuer } = places;

  async function show(context: OAuthContext, asker: PersonAsking, outcome: Outcome = {}): Promise<Response> {
    const person = await people.person(asker.person);
    if (person === null) return signInFirst();
    const accounts = await Promise.all(person.accounts.map((id) => accountStore.account(id)));
    return formPage(context, deps, {
      title: "Your account",
      path: "/account",
      status: outcome.status ?? 200,
      children: (
        <AccountPage
          {...outcome}
          person={person}
          accounts={accounts.flatMap((account) => account === null ? [] : [account.slug])}
          grants={await grants.ofPerson(asker.person)}
          keys={await addressKeys.list(asker.person)}
          sessions={await sessions.ofPerson(asker.person)}
          session={asker.session}
          csrf={csrfToken(sealer, sessionForms(asker))}
        />
      ),
    });
  }

  const signInFirst = () => seeOther(`${issuer}/sign-in?return_to=/account`);

  /** A form of this page, sent by the person whom it was shown to. */
  function form(handle: (asker: PersonAsking, form: URLSearchParams) => Promise<Outcome | null>): Handler {
    return async (context) => {
      const asker = await personAsking(context);
      if (asker === null) return signInFirst();
      const sent = await readForm(context.req.raw, deps.readBody);
      const isTheirs = sent.ok && isOfOwner(sealer, sent.value, sessionForms(asker));
      if (!isFromHere(context.req.raw, issuer) || !isTheirs) {
        return await show(context, asker, {
          status: 403,
          told: "The form came from another page. Try again.",
        });
      }
      const outcome = await handle(asker, sent.value);
      return outcome === null ? signInFirst() : await show(context, asker, outcome);
    };
  }

  return {
    async page(context) {
      const asker = await personAsking(context);
      return asker === null ? signInFirst() : await show(context, asker);
    },

    revokeGrant: form(async (asker, sent) => {
      const held = (await grants.ofPerson(asker.person)).find(({ id }) => id === sent.get("grant"));
      if (held === undefined) return { status: 404, told: "You allowed no such app." };
      await grants.end(held.id);
      return { told: "The app can read nothing for you any more." };
    }),

    makeKey: form(async (asker, sent) => {
      // As people paste it: the whole URL, or its path.
      const text = sent.get("address") ?? "";
      const resource = parseResource(text.startsWith("/") ? places.publicUrl + text : text, places);
      if (resource?.kind !== "address") return { status: 400, told: NO_ADDRESS };
      const made = await addressKeys.make(asker.person, resource.address, Number(sent.get("days")));
      if (made.ok) {
        return { status: 201, told: "The key reads this address as you. Copy it now.", newKey: made.value };
      }
      return { status: 400, told: failureMessage(made.error) };
    }),

    revokeKey: form(async (asker, sent) => {
      const held = (await addressKeys.list(asker.person)).find(({ digest }) => digest === sent.get("key"));
      if (held === undefined) return { status: 404, told: "You have no such key." };
      await addressKeys.revoke(asker.person, held.digest);
      return { told: "The key opens nothing any more." };
    }),

    endSession: form(async (asker, sent) => {
      const open = await sessions.ofPerson(asker.person);
      const ended = open.find(({ digest }) => digest === sent.get("session"));
      if (ended === undefined) return { status: 404, told: "You have no such session." };
      await sessions.end(ended.digest);
      return ended.digest === asker.session ? null : { told: "That browser is signed out." };
    }),

    disconnect: form(async (asker) => {
      await deps.disconnect(asker.person);
      return null;
    }),

    signOutEverywhere: form(async (asker) => {
      await sessions.endAll(asker.person);
      return null;
    }),
  };
}
