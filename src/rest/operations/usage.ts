import type { Mount } from "../../../contracts/mounts.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { USAGE_ANSWER } from "../../../contracts/rest/usage_answer.ts";
import type { Result } from "../../../contracts/result.ts";
import { failureResponse, queryReader } from "../../http/mod.ts";
import { citeMount, type UsageOverDays, type UsageQuestion } from "../../reading/mod.ts";
import { ADDRESS_FAILURES, type ReadDeps, type Route } from "../operation.ts";

export interface UsageDeps extends Pick<ReadDeps, "open" | "send" | "sources"> {
  readonly readUsage: (mount: Mount, question: UsageQuestion) => Promise<Result<UsageOverDays, Failure>>;
}

const readQuery = queryReader(REST_QUERIES.usage);

/** `GET /api/v1/usage/<address>` */
export function usageRoute({ open, send, sources, readUsage }: UsageDeps): Route {
  return {
    id: "usage",
    method: "GET",
    path: "/api/v1/usage",
    takesAddress: true,
    summary: "What is used of a repository, by day",
    description:
      "Loads of skills and searches, for who may write to the repository. They are counts of nobody.",
    query: REST_QUERIES.usage,
    answers: [{
      status: 200,
      description: "What was counted",
      mediaTypes: ["application/json"],
      schema: USAGE_ANSWER,
      headers: ["cache-control"],
    }],
    failures: [...ADDRESS_FAILURES, "request.invalid", "usage.not_yours", "server.busy"],
    async answer(asked) {
      const input = readQuery(asked.request);
      if (!input.ok) return failureResponse(input.error);
      const mount = await open(asked.address, asked.asker);
      if (!mount.ok) return failureResponse(mount.error);
      const found = await readUsage(mount.value, input.value);
      if (!found.ok) return failureResponse(found.error);
      const { repository } = citeMount(mount.value, sources.hosts);
      const answer: AnswerOf<typeof USAGE_ANSWER> = { repository, ...found.value };
      return send(asked, JSON.stringify(answer), {
        "content-type": "application/json",
        "cache-control": "private, no-store",
      });
    },
  };
}
