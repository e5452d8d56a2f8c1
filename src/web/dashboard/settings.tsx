import type { Failure } from "../../../contracts/errors.ts";
import { failure, success } from "../../../contracts/result.ts";
import { utcDay } from "../../../contracts/utc_time.ts";
import { EXPORT_HELD_BYTES, isAtLeast } from "../../library/mod.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import {
  dashboardOf,
  type Desk,
  type DeskContext,
  done,
  mustType,
  refused,
  type Sent,
  type Show,
} from "./desk.ts";
import { Action, Choice, Confirm, Field, Form, TypedName } from "./_forms.tsx";

const BUSY: Failure = {
  code: "server.busy",
  reason: "large answers that are not read yet take all there is for them",
  hint: "Try again in a minute",
};

/** The account itself: its name, a copy of everything, its end. */
export function settingsPages({ accounts, exportOf, send }: DashboardDeps) {
  const show: Show = (desk, _context, kept) => {
    const { account, role } = desk;
    const isOwner = role === "owner";
    return Promise.resolve(success({
      title: "Settings",
      section: "Settings",
      children: (
        <>
          <dl class="facts">
            <dt>Name</dt>
            <dd>
              <code>{account.slug}</code>
            </dd>
            <dt>Kind</dt>
            <dd>{account.kind}</dd>
            <dt>Plan</dt>
            <dd>{account.plan}</dd>
            <dt>Since</dt>
            <dd>{utcDay(account.createdAt)}</dd>
          </dl>
          {isAtLeast(role, "admin") && (
            <section class="panel" aria-labelledby="export">
              <h2 id="export">A copy of everything</h2>
              <p>A zip with the account, its members, all skills and versions, the library and the audit.</p>
              <Action desk={desk} path="/settings/export" name="Download it" />
            </section>
          )}
          {isOwner && (
            <section class="panel" aria-labelledby="rename">
              <h2 id="rename">Another name</h2>
              <p>Every skill is called after it. The name of now keeps leading here, and is nobody else's.</p>
              <Form desk={desk} path="/settings/rename">
                <Field
                  id="name"
                  label="New name"
                  value={kept.name ?? ""}
                  required
                  maxlength={39}
                  autocomplete="off"
                />
                <TypedName id="typed-rename" of={account.slug} />
                <button type="submit" class="button-quiet">Rename</button>
              </Form>
            </section>
          )}
          {isOwner && account.state.kind === "ending" && (
            <section class="panel" aria-labelledby="keep">
              <h2 id="keep">Keep the account</h2>
              <Action desk={desk} path="/settings/keep" name="Keep it" quiet={false} />
            </section>
          )}
          {isOwner && account.state.kind !== "ending" && (
            <section class="panel" aria-labelledby="end">
              <h2 id="end">The end of the account</h2>
              <Confirm name="End the account">
                <Form desk={desk} path="/settings/end">
                  <p>
                    Its keys and apps read nothing from now on. In seven days private skills, keys and the
                    audit are gone; until then you can keep the account.
                  </p>
                  <Choice
                    id="global"
                    label="Skills that others hold"
                    options={[["keep", "stay with who holds them"], ["remove", "go too"]]}
                  />
                  <TypedName id="typed-end" of={account.slug} />
                  <button type="submit">End it in seven days</button>
                </Form>
              </Confirm>
            </section>
          )}
        </>
      ),
    }));
  };

  return {
    show,
    rename: async ({ account, author }: Desk, sent: Sent) => {
      const problem = mustType(sent, account.slug);
      if (problem !== null) return refused(problem);
      const renamed = await accounts.rename(author, account.id, sent.name ?? "");
      return renamed.ok ? done(`${dashboardOf(renamed.value)}/settings`, "renamed") : renamed;
    },
    end: async ({ account, author, base }: Desk, sent: Sent) => {
      const problem = mustType(sent, account.slug);
      if (problem !== null) return refused(problem);
      const ended = await accounts.end(author, account.id, sent.global !== "remove");
      return ended.ok ? done(`${base}/settings`, "ending") : ended;
    },
    keep: async ({ account, author, base }: Desk) => {
      const kept = await accounts.keep(author, account.id);
      return kept.ok ? done(`${base}/settings`, "kept") : kept;
    },
    export: async ({ account, author, asker }: Desk, _sent: Sent, context: DeskContext) => {
      const zip = await exportOf(author, account);
      if (!zip.ok) return zip;
      const headers = {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="${account.slug}.zip"`,
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex",
      };
      const asking = { request: context.req.raw, asker };
      const answer = send(asking, { stream: zip.value, heldBytes: EXPORT_HELD_BYTES }, headers);
      return answer.ok ? success({ answer }) : failure(BUSY);
    },
  };
}
