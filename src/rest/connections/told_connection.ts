import type { Connection, Run } from "../../../contracts/library/connections.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import type { CONNECTION_ANSWER, RUNS_ANSWER } from "../../../contracts/rest/connection_answers.ts";

export function toldConnection(
  { id, address, visibility, syncs, workflow, vouched, looked, dueAt, createdAt }: Connection,
): AnswerOf<typeof CONNECTION_ANSWER> {
  return {
    id,
    address,
    visibility,
    syncs,
    workflow: workflow === null
      ? null
      : { ...workflow, skills: workflow.skills === null ? null : [...workflow.skills] },
    vouched: vouched !== null,
    looked: looked === null ? null : { ...looked, at: timeOf(looked.at) },
    nextLookAt: timeOf(dueAt),
    createdAt: timeOf(createdAt),
  };
}

export function toldRun(run: Run): AnswerOf<typeof RUNS_ANSWER>["runs"][number] {
  return {
    ...run,
    skills: run.skills.map((skill) => ({ ...skill })),
    startedAt: timeOf(run.startedAt),
    endedAt: timeOf(run.endedAt),
  };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
