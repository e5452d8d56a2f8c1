import { success } from "../../../contracts/result.ts";
import { limitsOf } from "../../../contracts/library/plans.ts";
import { fileSize } from "../kit/text.tsx";
import type { UsedToday } from "../../library/mod.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import type { Show } from "./desk.ts";

/** What the account's keys and apps asked today, and what its plan allows. */
export function usagePages({ usedToday }: DashboardDeps) {
  const show: Show = async ({ account }) => {
    const limits = limitsOf(account);
    return success({
      title: "Usage",
      section: "Usage",
      children: (
        <>
          <p>
            Calls of MCP and REST count together, by key, and begin anew at midnight UTC. What is asked on
            these pages is free.
          </p>
          <UsageTable used={await usedToday(account)} />
          <h2>What the plan “{account.plan}” allows</h2>
          <dl class="facts">
            <dt>Calls of a key in a day</dt>
            <dd>{number(limits.callsPerDay)}</dd>
            <dt>Keys</dt>
            <dd>{number(limits.keys)}</dd>
            <dt>Versions an hour</dt>
            <dd>{number(limits.versionsPerHour)}</dd>
            <dt>Stored files</dt>
            <dd>{limits.storedBytes === null ? "unlimited" : fileSize(limits.storedBytes)}</dd>
            <dt>Skills of its own</dt>
            <dd>{number(limits.ownSkills)}</dd>
            <dt>Skills in the library</dt>
            <dd>{number(limits.libraryItems)}</dd>
          </dl>
        </>
      ),
    });
  };
  return { show };
}

export function UsageTable({ used }: { readonly used: readonly UsedToday[] }) {
  if (used.length === 0) {
    return <p>Nothing can ask yet: there are no keys, and no app reads for this account.</p>;
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Who asks</th>
          <th scope="col">Calls today</th>
          <th scope="col">Of</th>
        </tr>
      </thead>
      <tbody>
        {used.map(({ name, used, limit }) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{used.toLocaleString("en")}</td>
            <td>{number(limit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function number(limit: number | null): string {
  return limit === null ? "unlimited" : limit.toLocaleString("en");
}
