import { CSRF } from "../../contracts/auth/session_forms.ts";
import type { Person } from "../../contracts/auth/people.ts";
import type { Account } from "../../contracts/library/accounts.ts";
import type { AuthorizeRequest, ProtectedResource } from "../auth/mod.ts";
import { receiverOf, scopeOf } from "../auth/mod.ts";

export interface Consent {
  readonly request: AuthorizeRequest;
  readonly person: Person;
  readonly accounts: readonly Account[];
  /** Whether the person may open what is asked for. */
  readonly mayOpen: boolean;
  /** Where the address is of a host at which somebody else than this person can sign in; null: it is not. */
  readonly elsewhere: { readonly label: string; readonly url: string } | null;
  /** The request, sealed, and what shows that this page sent it. */
  readonly sealed: string;
  readonly csrf: string;
}

const WHAT_IS_READ: Readonly<Record<ProtectedResource["kind"], string>> = {
  account: "the account's library",
  address: "what is at this address",
  set: "everything in this set, with the skills that only its account may read",
};

/** Asks a person whether an app may read on their behalf: who asks, who gets the answer, and what for. */
export function ConsentPage({ request, person, accounts, mayOpen, elsewhere, sealed, csrf }: Consent) {
  const { client, resource } = request;
  return (
    <>
      <h1>{mayOpen ? "Allow an app to read" : "This cannot be opened"}</h1>
      <p>
        The app that calls itself <strong>{client.name ?? "nothing"}</strong>
        {client.id.startsWith("https:") && <>, described at {new URL(client.id).host},</>} asks for access.
      </p>
      <dl>
        <dt>The answer goes to</dt>
        <dd>
          <Receiver request={request} />
        </dd>
        <dt>To read</dt>
        <dd>
          <code>{resource.audience}</code> ({scopeOf(resource)}: {WHAT_IS_READ[resource.kind]})
        </dd>
        <dt>Signed in as</dt>
        <dd>{person.login}{person.host === null ? "" : ` at ${person.host}`}</dd>
      </dl>
      {!mayOpen && (
        <p>
          Either nothing is there, or {person.login}{" "}
          may not see it, or its owner has not opened it to this server, or its organisation asks for a
          sign-in of its own. Which of these holds is not said.
        </p>
      )}
      {!mayOpen && elsewhere !== null && (
        <p>
          The address is one of {elsewhere.label}: <a href={elsewhere.url}>sign in there</a>{" "}
          to ask as who you are there.
        </p>
      )}
      <form method="post" action="/api/oauth/authorize">
        <input type="hidden" name="request" value={sealed} />
        <input type="hidden" name={CSRF} value={csrf} />
        {mayOpen && (
          <p>
            <label for="account">Account</label>{" "}
            <select id="account" name="account">
              {accounts.map(({ slug }) => <option value={slug}>{slug}</option>)}
            </select>
          </p>
        )}
        <p>
          {mayOpen && <button type="submit" name="decision" value="allow">Allow</button>}{" "}
          <button type="submit" name="decision" value="deny">{mayOpen ? "Deny" : "Back to the app"}</button>
        </p>
      </form>
    </>
  );
}

function Receiver({ request }: { readonly request: AuthorizeRequest }) {
  const receiver = receiverOf(request.redirectUri);
  switch (receiver.kind) {
    case "web":
      return <strong>{receiver.host}</strong>;
    case "this computer":
      return <strong>an app on this computer</strong>;
    case "app":
      return (
        <>
          the app that opens links of the kind <strong>{receiver.scheme}:</strong>
        </>
      );
  }
}
