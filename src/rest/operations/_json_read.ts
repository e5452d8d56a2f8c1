import type { z } from "zod";
import type { ErrorCode, Failure } from "../../../contracts/errors.ts";
import type { HostTable } from "../../../contracts/addresses.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import type { Use } from "../../../contracts/repository_usage.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import type { Result } from "../../../contracts/result.ts";
import { failureHeaders, failureResponse, queryReader } from "../../http/mod.ts";
import { answerFrom, openSnapshot, type Snapshot } from "../../reading/mod.ts";
import { type IndexStatus, indexStatus } from "./_index_status.ts";
import { NOT_MODIFIED, type Operation, READ_FAILURES, type ReadDeps, type Route } from "../operation.ts";
import { answerConditionally } from "../conditional_request.ts";

interface JsonRead<Query extends z.ZodObject, Answer extends z.ZodType>
  extends Pick<Operation, "id" | "summary" | "description"> {
  readonly query: Query;
  readonly answer: Answer;
  readonly failures: readonly ErrorCode[];
  readonly read: (
    snapshot: Snapshot,
    query: z.output<Query>,
  ) => Result<AnswerOf<Answer>, Failure> | Promise<Result<AnswerOf<Answer>, Failure>>;
  /** What counts as use of what was answered; left out, nothing does. */
  readonly useOf?: (answer: AnswerOf<Answer>) => Use | null;
  /** The answer while the commit is not indexed; null: there is none, and it is a failure like others. */
  readonly unready: ((mount: Mount, hosts: HostTable, status: IndexStatus) => AnswerOf<Answer>) | null;
}

/** `GET /api/v1/<id>/<address>`: a question to a commit, answered in JSON and remembered. */
export function jsonRead<Query extends z.ZodObject, Answer extends z.ZodType>(
  deps: ReadDeps,
  { id, summary, description, query, answer, failures, read, useOf = () => null, unready }: JsonRead<
    Query,
    Answer
  >,
): Route {
  const readQuery = queryReader(query);

  return {
    id,
    method: "GET",
    path: `/api/v1/${id}`,
    takesAddress: true,
    summary,
    description,
    query,
    answers: [{
      status: 200,
      description: unready === null ? "What was asked for" : "What was asked for, or that it is not ready",
      mediaTypes: ["application/json"],
      schema: answer,
      headers: ["etag", "cache-control"],
    }, NOT_MODIFIED],
    failures: [
      ...READ_FAILURES,
      ...failures,
      ...(unready === null ? ["index.indexing", "index.failed"] as const : []),
    ],
    answer(asked) {
      const input = readQuery(asked.request);
      if (!input.ok) return failureResponse(input.error);
      return answerConditionally(deps, asked, [id, input.value], async ({ mount, key, headers }) => {
        const { responses, sources, count } = deps;
        const known = responses.get(key);
        if (known !== undefined) {
          count(mount.snapshot, responses.useOf(key));
          return deps.send(asked, known, { ...headers, ...JSON_TYPE });
        }
        // It is never waited for: whoever asks here can ask again.
        const snapshot = await openSnapshot(sources, mount, 0, asked.request.signal);
        const found = snapshot.ok
          ? await answerFrom(snapshot.value, (source) => read(source, input.value))
          : snapshot;
        if (found.ok) {
          const body = JSON.stringify(found.value);
          const use = useOf(found.value);
          count(mount.snapshot, use);
          responses.set(key, body, use);
          return deps.send(asked, body, { ...headers, ...JSON_TYPE });
        }
        const status = unready === null ? null : indexStatus(found.error);
        if (unready === null || status === null) return failureResponse(found.error);
        const body = JSON.stringify(unready(mount, sources.hosts, status));
        return new Response(body, { headers: { ...failureHeaders(found.error), ...JSON_TYPE } });
      });
    },
  };
}

const JSON_TYPE = { "content-type": "application/json" };
