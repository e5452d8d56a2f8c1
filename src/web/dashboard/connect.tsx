import { type ListedAccountKey, shownKey } from "../../../contracts/library/keys.ts";
import { success } from "../../../contracts/result.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { isAtLeast } from "../../library/mod.ts";
import { Copyable } from "../kit/client_steps.tsx";
import { shellQuoted } from "../kit/connect_lines.ts";
import { Text } from "../kit/text.tsx";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, done, refused, type Sent, type Show } from "./desk.ts";
import { Check, Choice, Field, Form, Revoke } from "./_forms.tsx";

/** How agents and programs come to the library: by signing in, or with keys. */
export function connectPages(deps: DashboardDeps) {
  const { keys, links, issuer, mcpUrl } = deps;
  const hasLinks = links !== null;
  const view = async (desk: Desk, secret?: string) => ({
    title: "Connect",
    section: "Connect" as const,
    ...(secret !== undefined && { secret }),
    children: (
      <ConnectPage
        desk={desk}
        keys={await keys.list(desk.account.id)}
        hasLinks={hasLinks}
        issuer={issuer}
        mcpUrl={mcpUrl}
      />
    ),
  });
  const show: Show = async (desk) => success(await view(desk));

  return {
    show,
    make: async (desk: Desk, sent: Sent) => {
      const writes = sent.writes === "1";
      const made = await keys.make(desk.author, {
        kind: "account",
        account: desk.account.id,
        label: (sent.label ?? "").trim(),
        writes,
        skills: null,
        days: sent.days === "" || sent.days === undefined ? null : Number(sent.days),
      });
      if (!made.ok) return made;
      return success({
        view: await view(desk, made.value),
        told: writes ? "The key reads and publishes for this account." : "The key reads for this account.",
      });
    },
    revoke: async (desk: Desk, sent: Sent) => {
      const held = (await keys.list(desk.account.id)).find(({ digest }) => digest === sent.key);
      if (held === undefined) {
        return refused({ code: "request.invalid", reason: "the account has no such key" });
      }
      if (held.maker !== desk.person.id && !isAtLeast(desk.role, "admin")) {
        return refused({ code: "account.forbidden", reason: "another made the key" });
      }
      await keys.revoke(desk.author, desk.account.id, held.digest);
      return done(`${desk.base}/connect`, "revoked");
    },
  };
}

const DAYS = [["", "until it is revoked"], ["30", "30 days"], ["90", "90 days"], ["365", "a year"]] as const;

function ConnectPage({ desk, keys, hasLinks, issuer, mcpUrl }: {
  readonly desk: Desk;
  readonly keys: readonly ListedAccountKey[];
  readonly hasLinks: boolean;
  readonly issuer: string;
  readonly mcpUrl: string;
}) {
  return (
    <>
      <section aria-labelledby="agents">
        <h2 id="agents">An agent that can sign in</h2>
        <p>
          Give it this URL. It asks you to sign in, and which account it may read; it can change nothing.
        </p>
        <Copyable text={mcpUrl} label="the URL" />
        <p>Claude Code:</p>
        <Copyable
          text={`claude mcp add --transport http library ${shellQuoted(mcpUrl)}`}
          label="the command"
        />
        <p>
          Claude, ChatGPT, Cursor and VS Code take the URL as a custom connector or MCP server:{" "}
          <a href="/docs/connect">step by step</a>.
        </p>
      </section>
      <section aria-labelledby="programs">
        <h2 id="programs">With nobody to sign in</h2>
        <p>A key stands for the account. Put it where secrets are kept, and into no repository.</p>
        <Copyable
          text={`claude mcp add --transport http library ${
            shellQuoted(mcpUrl)
          } --header "Authorization: Bearer $SKILLREPO_ACCESS_KEY"`}
          label="the command with a key"
        />
        <Copyable
          text={`curl -H "Authorization: Bearer $SKILLREPO_ACCESS_KEY" ${issuer}/api/v1/library`}
          label="the request with a key"
        />
      </section>
      {hasLinks && (
        <section aria-labelledby="installers">
          <h2 id="installers">An installer that sends no headers</h2>
          <p>
            It takes a link that opens the library, or one skill of it, for a while:{" "}
            <a href={`${desk.base}/connect/links`}>install links</a>.
          </p>
        </section>
      )}
      <section aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        {keys.length === 0 ? <p>There are none.</p> : (
          <ul role="list" class="rows">
            {keys.map((key) => (
              <li class="row row-block">
                <p>
                  <code>{shownKey(key)}</code> {key.label !== "" && <Text of={key.label} />}
                </p>
                <p class="row-meta">
                  {key.scopes.includes("registry:write") ? "reads and publishes" : "reads"}, made{" "}
                  {utcDay(key.createdAt)}
                  , {key.expiresAt === null ? "until revoked" : `until ${utcDay(key.expiresAt)}`},{" "}
                  {key.usedAt === null ? "never used" : `last used ${utcDay(key.usedAt)}`}
                </p>
                <Revoke
                  desk={desk}
                  path="/connect/revoke"
                  about={`the key that ends in ${key.lastFour}`}
                  name="key"
                  value={key.digest}
                  consequence="Whatever uses it stops reading at once."
                />
              </li>
            ))}
          </ul>
        )}
        <section class="panel" aria-labelledby="make">
          <h2 id="make">Make a key</h2>
          <Form desk={desk} path="/connect/keys">
            <Field id="label" label="What it is for" maxlength={60} placeholder="CI of the website" />
            <Choice id="days" label="Good for" options={DAYS} chosen="90" />
            <Check id="writes" label="It may publish too" />
            <button type="submit">Make a key</button>
          </Form>
        </section>
      </section>
    </>
  );
}
