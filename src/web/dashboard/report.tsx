import { LONGEST_REPORT } from "../../../contracts/library/reports.ts";
import { success } from "../../../contracts/result.ts";
import { Text } from "../kit/text.tsx";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, type DeskContext, done, type Sent, type Show } from "./desk.ts";
import { Field, Form } from "./_forms.tsx";

/** What somebody tells the operator of another account's skill. */
export function reportPages({ library }: DashboardDeps) {
  const show: Show = (desk, context, kept) => {
    const { owner, name } = referenceIn(context);
    const id = `${owner}/${name}`;
    return Promise.resolve(success({
      title: "Report a skill",
      section: "Library",
      children: (
        <section class="panel" aria-labelledby="report">
          <h2 id="report">
            What is wrong with <Text of={id} />?
          </h2>
          <p>
            The operator of this server reads it, with who you are; the publisher of the skill does not. Until
            they have looked, the skill stays as it is: take it out of your library if it does harm.
          </p>
          <Form desk={desk} path={reportPath(owner, name)}>
            <Field
              id="version"
              label="Version"
              maxlength={64}
              value={kept.version ?? ""}
              hint="Where it is about one of them"
            />
            <p class="form-field">
              <label for="reason">What is wrong, and where</label>
              <textarea id="reason" name="reason" rows={8} required maxlength={LONGEST_REPORT}>
                {kept.reason ?? ""}
              </textarea>
            </p>
            <button type="submit">Report it</button>
          </Form>
        </section>
      ),
    }));
  };

  return {
    show,
    send: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const version = sent.version?.trim() ?? "";
      const made = await library.report(desk.author, referenceIn(context), {
        reason: sent.reason ?? "",
        ...(version !== "" && { version }),
      });
      return made.ok ? done(`${desk.base}/library`, "reported") : made;
    },
  };
}

/** Below an account's dashboard, and below the dashboard of whoever follows the link. */
export function reportPath(owner: string, name: string): string {
  return `/report/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}

function referenceIn({ req }: DeskContext) {
  return { owner: req.param("owner") ?? "", name: req.param("name") ?? "" };
}
