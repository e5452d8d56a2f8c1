import type { AuditActor } from "../../../contracts/library/audit.ts";
import { success } from "../../../contracts/result.ts";
import { utcMinute } from "../../../contracts/utc_time.ts";
import { Text } from "../kit/text.tsx";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { refused, type Show } from "./desk.ts";

const PAGE = 100;

/** Who changed what in the account, the newest first. */
export function auditPages({ audit }: DashboardDeps) {
  const show: Show = async ({ account, base }, context) => {
    const cursor = context.req.query("cursor") ?? null;
    const page = await audit.list(account.id, { newestFirst: true, cursor, limit: PAGE });
    if (page === null) {
      return refused({ code: "request.invalid", reason: "the page goes on after nothing that is there" });
    }
    return success({
      title: "Audit",
      section: "Audit",
      children: (
        <>
          <p>What was changed in this account, and by whom. Kept for 400 days.</p>
          <table>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {page.entries.map(({ at, actor, action, target, before, after }) => (
                <tr>
                  <td>{utcMinute(at)}</td>
                  <td>{actorName(actor)}</td>
                  <td>
                    {action} <Text of={target} />
                  </td>
                  <td>{before !== null && <Text of={before} />}</td>
                  <td>{after !== null && <Text of={after} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {page.cursor !== null && (
            <p class="pager">
              <a href={`${base}/audit?cursor=${encodeURIComponent(page.cursor)}`}>Older changes</a>
            </p>
          )}
        </>
      ),
    });
  };
  return { show };
}

function actorName(actor: AuditActor): string {
  switch (actor.kind) {
    case "person":
      return actor.login;
    case "key":
      return `key …${actor.lastFour}`;
    case "job":
      return actor.run === null ? `a job of ${actor.repository}` : `run ${actor.run} of ${actor.repository}`;
    case "operator":
      return "the operator";
    case "server":
      return "by itself";
  }
}
