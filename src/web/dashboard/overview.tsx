import { success } from "../../../contracts/result.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { counted } from "../kit/text.tsx";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { dashboardOf, type Desk, done, refused, type Sent, type Show } from "./desk.ts";
import { Action, Field, Form } from "./_forms.tsx";
import { sectionPath } from "./_shell.tsx";
import { UsageTable } from "./usage.tsx";

/** What an account has at a glance, what needs somebody, and for a new one the ways to begin. */
export function overviewPages({ library, members, accounts, usedToday }: DashboardDeps) {
  const show: Show = async (desk, _context, kept) => {
    const own = (await library.list(desk.author, "own")).filter(({ isOwn }) => isOwn);
    const held = await library.list(desk.author, "library");
    const waiting = own.filter(({ state }) => state === "held" || state === "flagged" || state === "draft");
    const invitations = await members.invitationsTo(desk.person);
    return success({
      title: "Overview",
      section: "Overview",
      children: (
        <>
          {invitations.length > 0 && (
            <section class="panel" aria-labelledby="invitations">
              <h2 id="invitations">You are invited</h2>
              <ul role="list" class="rows">
                {invitations.map(({ account, slug, role, expiresAt }) => (
                  <li class="row">
                    <span>
                      <strong>{slug}</strong>, as {role}, until {utcDay(expiresAt)}
                    </span>
                    <Action
                      desk={desk}
                      path="/invitations/accept"
                      name="Accept"
                      about={slug}
                      fields={{ invitation: account }}
                      quiet={false}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {waiting.length > 0 && (
            <section class="panel" aria-labelledby="alerts">
              <h2 id="alerts">Needs somebody</h2>
              <ul>
                {waiting.map(({ name, state }) => (
                  <li>
                    <a href={`${desk.base}/skills/${name}`}>{name}</a>: {WAITING[state]}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {own.length === 0 ? <Beginning desk={desk} /> : (
            <p class="lead">
              {counted(own.length, "skill")} of your own, {counted(held.length, "skill")} in the{" "}
              <a href={sectionPath(desk.base, "Library")}>library</a> that your agents read.
            </p>
          )}
          <section aria-labelledby="usage">
            <h2 id="usage">Today</h2>
            <UsageTable used={await usedToday(desk.account)} />
          </section>
          <section aria-labelledby="organisation">
            <h2 id="organisation">Another account</h2>
            <p>An organisation has members, and skills that all of them share.</p>
            <Form desk={desk} path="/accounts" label="Another account">
              <Field
                id="name"
                value={kept.name ?? ""}
                label="Name"
                required
                maxlength={39}
                hint="Lower-case letters, digits, hyphens"
              />
              <button type="submit" class="button-quiet">Make an organisation</button>
            </Form>
          </section>
        </>
      ),
    });
  };

  return {
    show,
    accept: async (desk: Desk, sent: Sent) => {
      const invitations = await members.invitationsTo(desk.person);
      const wanted = invitations.find(({ account }) => account === sent.invitation);
      if (wanted === undefined) {
        return refused({ code: "account.not_found", reason: "you are not invited there" });
      }
      const accepted = await members.accept(desk.person, wanted.account);
      return accepted.ok ? done(dashboardOf(wanted), "accepted") : accepted;
    },
    open: async (desk: Desk, sent: Sent) => {
      const opened = await accounts.open(desk.author, sent.name ?? "", { founder: desk.person });
      return opened.ok ? done(dashboardOf(opened.value), "opened") : opened;
    },
  };
}

const WAITING = {
  held: "its newest version waits for the operator, who looks at what was found in it",
  flagged: "the operator took it from everybody",
  draft: "a draft, not published yet",
  published: "",
  archived: "",
} as const;

function Beginning({ desk }: { readonly desk: Desk }) {
  return (
    <section class="panel" aria-labelledby="begin">
      <h2 id="begin">Begin</h2>
      <ol>
        <li>
          <a href={sectionPath(desk.base, "Skills")}>Publish a first skill</a>: a folder with a{" "}
          <code>SKILL.md</code>, an archive of one, or written here.
        </li>
        <li>
          <a href={sectionPath(desk.base, "Connect")}>Connect an agent</a>, which then reads the library of
          this account.
        </li>
        <li>
          Or publish from a terminal or from CI: <a href="/docs/library">how that goes</a>.
        </li>
      </ol>
    </section>
  );
}
