import { CSRF } from "../../contracts/auth/session_forms.ts";
import type { ListedAddressKey } from "../../contracts/auth/address_keys.ts";
import type { Grant } from "../../contracts/auth/grants.ts";
import type { ListedSession, Person } from "../../contracts/auth/people.ts";
import type { SecretDigest } from "../../contracts/auth/secret_digest.ts";
import type { GrantId } from "../../contracts/auth/viewer.ts";
import { utcDay } from "../../contracts/utc_time.ts";

export interface Account {
  readonly person: Person;
  /** Their slugs. */
  readonly accounts: readonly string[];
  readonly grants: readonly { readonly id: GrantId; readonly grant: Grant }[];
  readonly keys: readonly ListedAddressKey[];
  readonly sessions: readonly ListedSession[];
  /** The one that asks. */
  readonly session: SecretDigest;
  /** Shows that this page sent a form. */
  readonly csrf: string;
  readonly told?: string;
  readonly newKey?: string;
}

const DEFAULT_DAYS = 90;

export function AccountPage(page: Account) {
  const { person, accounts, grants, keys, sessions, session, csrf, told, newKey } = page;
  return (
    <>
      <h1>Your account</h1>
      {told !== undefined && <p role="status">{told}</p>}
      {newKey !== undefined && (
        <pre tabindex={0}>
          <code>{newKey}</code>
        </pre>
      )}
      <p>
        Signed in as <strong>{person.login}</strong>
        {person.host === null ? "" : ` at ${person.host}`}, for {accounts.join(", ")}.
      </p>
      <p>
        <a href="/dashboard">Skills, library, keys and members</a> of your accounts.
      </p>
      <form method="post" action="/sign-out">
        <input type="hidden" name={CSRF} value={csrf} />
        <button type="submit">Sign out</button>
      </form>
      <Action path="sign-out-everywhere" csrf={csrf} name="Sign out everywhere" />

      <h2>Browsers that are signed in</h2>
      <ul>
        {sessions.map(({ digest, startedAt, seenAt }) => (
          <li>
            Since {utcDay(startedAt)}, last used {utcDay(seenAt)}
            {digest === session && <strong>, this browser</strong>}
            <Action path="sessions/end" csrf={csrf} name="End" field="session" value={digest} />
          </li>
        ))}
      </ul>

      {person.host !== null && (
        <>
          <h2>Your git host</h2>
          <p>
            What you may see at <code>{person.host}</code>{" "}
            is asked there with a token that this server keeps, sealed. Disconnecting forgets the token and
            what was learnt with it, and ends your sessions, apps and keys for addresses. You can sign in
            again.
          </p>
          <Action path="disconnect" csrf={csrf} name="Disconnect and forget" />
        </>
      )}

      <h2>Apps that may read for you</h2>
      {grants.length === 0 ? <p>You allowed none.</p> : (
        <ul>
          {grants.map(({ id, grant }) => (
            <li>
              <strong>{grant.clientName ?? "An app without a name"}</strong>, to read{" "}
              <code>{grant.audience}</code>, last used {utcDay(grant.usedAt)}
              <Action path="grants/revoke" csrf={csrf} name="Revoke" field="grant" value={id} />
            </li>
          ))}
        </ul>
      )}

      <h2>Keys for agents with nobody to sign in</h2>
      {keys.length === 0 ? <p>You made none.</p> : (
        <ul>
          {keys.map(({ digest, address, lastFour, expiresAt }) => (
            <li>
              <code>ak_live_…{lastFour}</code> for <code>{address}</code>, until {utcDay(expiresAt)}
              <Action path="keys/revoke" csrf={csrf} name="Revoke" field="key" value={digest} />
            </li>
          ))}
        </ul>
      )}
      <form method="post" action="/account/keys">
        <input type="hidden" name={CSRF} value={csrf} />
        <p>
          <label for="address">Address</label>{" "}
          <input id="address" name="address" required placeholder="/gh/owner/repository" />
        </p>
        <p>
          <label for="days">Days</label>{" "}
          <input
            id="days"
            name="days"
            type="number"
            min="1"
            max="365"
            value={String(DEFAULT_DAYS)}
            required
          />
        </p>
        <button type="submit">Make a key</button>
      </form>
    </>
  );
}

interface ActionProps {
  /** Below `/account/`. */
  readonly path: string;
  readonly csrf: string;
  readonly name: string;
  readonly field?: string;
  readonly value?: string;
}

function Action({ path, csrf, name, field, value }: ActionProps) {
  return (
    <form method="post" action={`/account/${path}`}>
      <input type="hidden" name={CSRF} value={csrf} />
      {field !== undefined && <input type="hidden" name={field} value={value ?? ""} />}
      <button type="submit">{name}</button>
    </form>
  );
}
