import type { Connection, ConnectionId, Run, SkillRun } from "../../../contracts/library/connections.ts";
import { success } from "../../../contracts/result.ts";
import { utcMinute } from "../../../contracts/utc_time.ts";
import { isAtLeast } from "../../library/mod.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, type DeskContext, done, type Sent, type Show } from "./desk.ts";
import { Action, Choice, Confirm, Form } from "./_forms.tsx";
import { repositoryPath } from "./repositories.tsx";
import { WorkflowPart } from "./workflow.tsx";
import { outcomeText, stateText, triggerText } from "./_run_texts.ts";

const SHOWN_RUNS = 20;

/** A connected repository: how it stands, what its last runs came to, and what can be done with it. */
export function repositoryPages({ connections }: DashboardDeps) {
  const idOf = (context: DeskContext) => (context.req.param("connection") ?? "") as ConnectionId;

  const show: Show = async (desk, context) => {
    const found = await connections.find(desk.account.id, idOf(context));
    if (!found.ok) return found;
    const runs = await connections.runs(desk.account.id, found.value.id, SHOWN_RUNS);
    if (!runs.ok) return runs;
    return success({
      title: found.value.address,
      section: "Repositories",
      children: <RepositoryPage desk={desk} connection={found.value} runs={runs.value} />,
    });
  };

  return {
    show,
    look: async (desk: Desk, _sent: Sent, context: DeskContext) => {
      const made = await connections.look(desk.author, desk.account.id, idOf(context));
      return made.ok ? done(repositoryPath(desk, made.value.id), "looking") : made;
    },
    confirm: async (desk: Desk, _sent: Sent, context: DeskContext) => {
      const made = await connections.confirm(desk.author, desk.account.id, idOf(context));
      return made.ok ? done(repositoryPath(desk, made.value.id), "looking") : made;
    },
    setVisibility: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const visibility = sent.visibility === "global" ? "global" : "private";
      const made = await connections.change(desk.author, desk.account.id, idOf(context), { visibility });
      return made.ok ? done(repositoryPath(desk, made.value.id), "looking") : made;
    },
    disconnect: async (desk: Desk, _sent: Sent, context: DeskContext) => {
      const made = await connections.remove(desk.author, desk.account.id, idOf(context));
      return made.ok ? done(`${desk.base}/repositories`, "disconnected") : made;
    },
  };
}

function RepositoryPage({ desk, connection, runs }: {
  readonly desk: Desk;
  readonly connection: Connection;
  readonly runs: readonly Run[];
}) {
  const { id, looked, visibility, vouched } = connection;
  const path = `/repositories/${id}`;
  const [last] = runs;
  return (
    <>
      <p>
        <strong>
          {!connection.syncs
            ? "Only its jobs publish"
            : looked === null
            ? "It is looked at for the first time"
            : stateText(looked.state)}
        </strong>
        {looked !== null && `, as of ${utcMinute(looked.at)}`}. Its new skills are{" "}
        {visibility === "global" ? "for everybody" : "for the account"}.
        {vouched !== null && " The operator vouches for it."}
      </p>
      {looked !== null && looked.state !== "done" && last?.reason && (
        <p class="told told-wrong">{last.reason}.</p>
      )}
      {isAtLeast(desk.role, "admin") && (
        <>
          {looked?.state === "waiting" && (
            <Confirm name={looked.asks === "opening" ? "Publish it to everybody" : "Archive what is gone"}>
              <Form desk={desk} path={`${path}/confirm`}>
                <p>
                  {looked.asks === "opening"
                    ? "Not everybody sees the repository at its host. Whoever likes will read its skills here."
                    : "Most skills of this repository are gone from it. They are archived here."}
                </p>
                <button type="submit">Yes, do that</button>
              </Form>
            </Confirm>
          )}
          <Action desk={desk} path={`${path}/look`} name="Look at it now" />
          <Form desk={desk} path={`${path}/visibility`} label="Visibility">
            <Choice
              id="visibility"
              label="Its new skills are"
              options={[["private", "for the account"], ["global", "for everybody"]]}
              chosen={visibility}
            />
            <button type="submit" class="button-quiet">Save</button>
          </Form>
          <WorkflowPart desk={desk} connection={connection} />
          <Confirm name="Disconnect">
            <Form desk={desk} path={`${path}/disconnect`}>
              <p>Nothing more is published from it. What was published stays.</p>
              <button type="submit">Yes, disconnect it</button>
            </Form>
          </Confirm>
        </>
      )}
      <section aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        {runs.length === 0
          ? <p>There was none yet.</p>
          : <ul role="list" class="rows">{runs.map((run) => <RunRow base={desk.base} run={run} />)}</ul>}
      </section>
    </>
  );
}

function RunRow({ base, run }: { readonly base: string; readonly run: Run }) {
  const { number, trigger, state, commit, reason, counts, skills, endedAt } = run;
  const told = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  return (
    <li class="row row-block">
      <p>
        <strong>{number}. {stateText(state)}</strong>, {utcMinute(endedAt)}, {triggerText(trigger)}
        {commit !== null && (
          <>
            , at <code>{commit.slice(0, 12)}</code>
          </>
        )}
      </p>
      {told !== "" && <p class="fine">{told}</p>}
      {reason !== null && <p>{reason}.</p>}
      {skills.length > 0 && <ul>{skills.map((skill) => <SkillRow base={base} skill={skill} />)}</ul>}
    </li>
  );
}

function SkillRow({ base, skill }: { readonly base: string; readonly skill: SkillRun }) {
  const { name, path, outcome, version, problem } = skill;
  return (
    <li>
      {name === null || outcome === "skipped"
        ? <code>{path === "" ? "SKILL.md" : path}</code>
        : <a href={`${base}/skills/${encodeURIComponent(name)}`}>{name}</a>} {outcomeText(outcome)}
      {version !== null && ` as ${version}`}
      {problem !== null && (
        <>
          : {problem.message} (<code>{problem.path}{problem.line === null ? "" : `:${problem.line}`}</code>)
        </>
      )}
    </li>
  );
}
