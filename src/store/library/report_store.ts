import type { Report, ReportStore } from "../../../contracts/library/reports.ts";
import { REPORT_COUNT, REPORT_HEAD, REPORT_RECORD } from "../../../contracts/library/skill_records.ts";
import { CHANGED, compareAndSet } from "../compare_and_set.ts";
import { commit, type KvDeps, readRow } from "../kv.ts";
import type { AuditRows } from "./audit_rows.ts";
import { reportCountKey, reportKey, REPORTS_KEY } from "./skill_keys.ts";

const DAY_MS = 86_400_000;

/** How long it is known what became of a report. */
const KEPT_MS = 400 * DAY_MS;

/** The queue of the operator: rows in the order in which they came, each counted with its reporter's day. */
export function createReportStore(deps: KvDeps & { readonly audit: AuditRows }): ReportStore {
  const { kv, audit, clock } = deps;

  return {
    async file(report, day, most, note) {
      const told = audit.row(report.by.account, note);
      return await compareAndSet("queue a report", async () => {
        const head = await readRow(kv, REPORTS_KEY, REPORT_HEAD);
        const { account, person } = report.by;
        const count = await readRow(kv, reportCountKey(day, person ?? account), REPORT_COUNT);
        const reports = count.value?.reports ?? 0;
        if (reports >= most) return false;
        const number = (head.value?.number ?? 0) + 1;
        const key = reportKey(number);
        const written: Report = { ...report, number, closed: null };
        const write = () =>
          told(kv.atomic())
            .check(head).check(count)
            .set(head.key, { number })
            .set(count.key, { reports: reports + 1 }, { expireIn: 2 * DAY_MS })
            .set(key, written);
        const landed = async () =>
          JSON.stringify((await readRow(kv, key, REPORT_RECORD)).value) === JSON.stringify(written);
        return await commit(deps, write, landed) ? true : CHANGED;
      });
    },

    async reports({ waiting, most }) {
      const found: Report[] = [];
      for await (const { value } of kv.list({ prefix: REPORTS_KEY })) {
        const report = REPORT_RECORD.safeParse(value).data;
        if (report === undefined || (waiting && report.closed !== null)) continue;
        found.push(report);
        if (found.length === most) break;
      }
      return found;
    },

    async close(number, word) {
      return await compareAndSet("close a report", async () => {
        const row = await readRow(kv, reportKey(number), REPORT_RECORD);
        if (row.value === null || row.value.closed !== null) return row.value;
        const closed: Report = { ...row.value, closed: { at: clock.now(), word } };
        const write = () => kv.atomic().check(row).set(row.key, closed, { expireIn: KEPT_MS });
        return await commit(deps, write) ? closed : CHANGED;
      });
    },
  };
}
