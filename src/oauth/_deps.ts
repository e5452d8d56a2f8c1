import type { Address } from "../../contracts/addresses.ts";
import type { ClientStore } from "../../contracts/auth/clients.ts";
import type { PeopleStore, SessionStore } from "../../contracts/auth/people.ts";
import type { AccountStore } from "../../contracts/library/accounts.ts";
import type { AccountId, PersonAsking, PersonId } from "../../contracts/auth/viewer.ts";
import type { Metrics } from "../../contracts/metrics.ts";
import type { Child } from "hono/jsx";
import type { AddressKeys, AuthorizeDeps, GrantDeps, Sealer, SetPlace, SignIn } from "../auth/mod.ts";
import type { ReadBody } from "../http/mod.ts";

/** What the endpoints of the authorization server and its pages are built on. */
export interface OAuthDeps extends GrantDeps, AuthorizeDeps {
  readonly clients: ClientStore;
  readonly metrics?: Pick<Metrics, "count">;
  readonly people: PeopleStore;
  readonly accounts: Pick<AccountStore, "account">;
  readonly sessions: SessionStore;
  /** Forgets what asks for a person at their host, and ends all that acts for them here. */
  readonly disconnect: (person: PersonId) => Promise<void>;
  readonly signIn: SignIn;
  /** Keys of the hosts that a person can sign in at, with what people call them. */
  readonly signInHosts: readonly { readonly key: string; readonly label: string }[];
  /** Whether clients may be named by the URL of their metadata. */
  readonly takesDocuments: boolean;
  /** Keeps an authorize request in the page that asks a person about it. */
  readonly sealer: Sealer;
  readonly addressKeys: AddressKeys;
  /** Whether a person may open an address; null: it cannot be said now. */
  readonly mayOpen: (person: PersonAsking, address: Address) => Promise<boolean | null>;
  /** The account of a set, where the person is a member of it; null: they may open no such set. */
  readonly accountOfSet: (person: PersonId, set: SetPlace) => Promise<AccountId | null>;
  readonly readBody: ReadBody;
  readonly frame: (
    page: {
      readonly title: string;
      readonly description: string;
      readonly path: string;
      readonly index: boolean;
      readonly children: Child;
    },
  ) => { readonly html: string; readonly headers: Readonly<Record<string, string>> };
}
