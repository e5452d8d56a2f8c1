import type { RepoPath } from "../../../contracts/addresses.ts";
import type { Connection, ConnectionId } from "../../../contracts/library/connections.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { WantedWorkflow } from "../../../contracts/library/repository_sync.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import { type Desk, type DeskContext, done, type Sent } from "./desk.ts";
import { Check, Confirm, Field, Form } from "./_forms.tsx";

/** What a connected repository's jobs may publish without a secret. */
export function workflowForms({ connections }: DashboardDeps) {
  const idOf = (context: DeskContext) => (context.req.param("connection") ?? "") as ConnectionId;
  const pathTo = ({ base }: Desk, id: ConnectionId) => `${base}/repositories/${id}`;

  return {
    save: async (desk: Desk, sent: Sent, context: DeskContext) => {
      const workflow = workflowIn(sent);
      if (!workflow.ok) return workflow;
      const patch = { workflow: workflow.value, syncs: sent.syncs === "1" };
      const made = await connections.change(desk.author, desk.account.id, idOf(context), patch);
      return made.ok ? done(pathTo(desk, made.value.id), "workflow") : made;
    },
    remove: async (desk: Desk, _sent: Sent, context: DeskContext) => {
      const patch = { workflow: null, syncs: true };
      const made = await connections.change(desk.author, desk.account.id, idOf(context), patch);
      return made.ok ? done(pathTo(desk, made.value.id), "noworkflow") : made;
    },
  };
}

function workflowIn(sent: Sent): Result<WantedWorkflow, Failure> {
  const { file = "", environment = "", skills = "", repositoryId = "", ownerId = "" } = sent;
  const path = file.trim();
  if (!/^[^/\s][^\s]*\.ya?ml$/.test(path)) {
    return invalid("the workflow's file is a path such as .github/workflows/publish.yml");
  }
  const numbers = [repositoryId, ownerId].map((text) => text.trim());
  if (numbers.some((text) => !/^\d{0,20}$/.test(text))) {
    return invalid("the repository and its owner have numbers");
  }
  const names = skills.split(/[\s,]+/).filter((name) => name !== "");
  if (names.some((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) || names.length > 100) {
    return invalid("skills are named by lower-case letters, digits and hyphens, separated by spaces");
  }
  const [repository = "", owner = ""] = numbers;
  return success({
    file: path as RepoPath,
    environment: environment.trim() === "" ? null : environment.trim(),
    skills: names.length === 0 ? null : names as SkillName[],
    ...(repository !== "" && owner !== "" && { numbers: { repositoryId: repository, ownerId: owner } }),
  });
}

function invalid(reason: string): Result<never, Failure> {
  return failure({ code: "request.invalid", reason });
}

/** The part of a repository's page about its jobs. */
export function WorkflowPart({ desk, connection: { id, workflow, syncs } }: {
  readonly desk: Desk;
  readonly connection: Connection;
}) {
  const path = `/repositories/${id}/workflow`;
  return (
    <section class="panel" aria-labelledby="ci">
      <h2 id="ci">Publish from CI</h2>
      <p>
        A job of this workflow publishes without a secret, by the identity that its build system vouches for.
        {" "}
        <a href="/docs/ci">How a workflow does it</a>
      </p>
      <Form desk={desk} path={path} label="Workflow">
        <Field
          id="file"
          label="Workflow file"
          required
          maxlength={300}
          value={workflow?.file ?? ""}
          placeholder=".github/workflows/publish.yml"
        />
        <Field
          id="environment"
          label="Deployment environment"
          maxlength={255}
          value={workflow?.environment ?? ""}
          hint="Only jobs that run in it publish; empty: any"
        />
        <Field
          id="skills"
          label="Skills"
          value={workflow?.skills?.join(" ") ?? ""}
          hint="Names of those that it publishes, separated by spaces; empty: all"
        />
        <Field
          id="repositoryId"
          label="Number of the repository"
          value={workflow?.repositoryId ?? ""}
          hint="Empty: asked of its host"
        />
        <Field id="ownerId" label="Number of its owner" value={workflow?.ownerId ?? ""} />
        <Check id="syncs" label="Also publish what is pushed, without a job" checked={syncs} />
        <button type="submit">Save</button>
      </Form>
      {workflow !== null && (
        <Confirm name="Let no job publish">
          <Form desk={desk} path={`${path}/remove`}>
            <p>Tokens that jobs have now end at once. What is pushed is published by itself again.</p>
            <button type="submit">Yes, take it out</button>
          </Form>
        </Confirm>
      )}
    </section>
  );
}
