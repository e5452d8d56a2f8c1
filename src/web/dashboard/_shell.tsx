import { utcDay } from "../../../contracts/utc_time.ts";
import { counted } from "../kit/text.tsx";
import { Copyable } from "../kit/client_steps.tsx";
import { dashboardOf, type Desk, SECTIONS, type View } from "./desk.ts";

/** What stands around each page of a dashboard: whose it is, where one can go, and what a form did. */
export function Shell({ desk, view, told, isWrong }: {
  readonly desk: Desk;
  readonly view: View;
  readonly told: string | null;
  readonly isWrong: boolean;
}) {
  const { account, base, slugs, person, role } = desk;
  return (
    <div class="dashboard">
      <nav class="dashboard-nav" aria-label="Dashboard">
        <p class="dashboard-account">
          <strong>{account.slug}</strong> <span class="fine">{role}</span>
        </p>
        <ul role="list">
          {SECTIONS.map((section) => (
            <li>
              <a
                href={sectionPath(base, section)}
                aria-current={section === view.section ? "page" : undefined}
              >
                {section}
              </a>
            </li>
          ))}
        </ul>
        {slugs.length > 1 && (
          <>
            <p class="fine">{counted(slugs.length, "account")} of yours</p>
            <ul role="list">
              {slugs.filter((slug) => slug !== account.slug).map((slug) => (
                <li>
                  <a href={dashboardOf({ slug })}>{slug}</a>
                </li>
              ))}
            </ul>
          </>
        )}
        <p class="fine">
          <a href="/account">{person.login}</a>
        </p>
      </nav>
      <div class="sheet">
        <h1>{view.title}</h1>
        {told !== null && (
          <p class={isWrong ? "told told-wrong" : "told"} role={isWrong ? "alert" : "status"}>{told}</p>
        )}
        {account.state.kind !== "active" && <Standing state={account.state} base={base} />}
        {view.secret !== undefined && (
          <section class="panel" aria-labelledby="secret">
            <h2 id="secret">Copy it now</h2>
            <p>It is shown this once. We keep no copy.</p>
            <Copyable text={view.secret} label="the key" />
          </section>
        )}
        {view.children}
      </div>
    </div>
  );
}

function Standing({ state, base }: { readonly state: Desk["account"]["state"]; readonly base: string }) {
  switch (state.kind) {
    case "active":
      return null;
    case "suspended":
      return (
        <p class="told told-wrong">
          The operator suspended this account:{" "}
          {state.reason}. Its keys and apps read nothing until they lift it.
        </p>
      );
    case "ending":
      return (
        <p class="told told-wrong">
          This account ends on {utcDay(state.due)}. <a href={`${base}/settings`}>Keep it</a> if it should not.
        </p>
      );
  }
}

export function sectionPath(base: string, section: string): string {
  return section === "Overview" ? base : `${base}/${section.toLowerCase()}`;
}
