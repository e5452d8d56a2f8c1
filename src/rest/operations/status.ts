import type { z } from "zod";
import type { ErrorCode } from "../../../contracts/errors.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { STATUS_ANSWERS } from "../../../contracts/rest/answers.ts";
import type { Operation } from "../operation.ts";

/** What `serverStatus` answers. */
export const STATUS_OPERATIONS: readonly Operation[] = [
  status("healthz", "Whether the process lives", STATUS_ANSWERS.alive, []),
  status("readyz", "Whether its store answers", STATUS_ANSWERS.ready, ["server.not_ready"]),
  status("version", "What the server is", STATUS_ANSWERS.version, []),
];

function status(
  id: string,
  summary: string,
  schema: z.ZodType,
  failures: readonly ErrorCode[],
): Operation {
  return {
    id,
    method: "GET",
    path: `/${id}`,
    takesAddress: false,
    summary,
    description: "For whoever operates the server.",
    query: REST_QUERIES.none,
    answers: [{
      status: 200,
      description: summary,
      mediaTypes: ["application/json"],
      schema,
      headers: ["cache-control"],
    }],
    failures,
  };
}
