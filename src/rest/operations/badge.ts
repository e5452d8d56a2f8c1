import type { Failure } from "../../../contracts/errors.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { failureHeaders, failureResponse, queryReader } from "../../http/mod.ts";
import { answerFrom, heading, openSnapshot, type Snapshot } from "../../reading/mod.ts";
import { badgeImage } from "./_badge_image.ts";
import { indexStatus } from "./_index_status.ts";
import { NOT_MODIFIED, READ_FAILURES, type ReadDeps, type Route } from "../operation.ts";
import { answerConditionally } from "../conditional_request.ts";

const readQuery = queryReader(REST_QUERIES.none);

/** `GET /api/v1/badge/<address>` */
export function badgeRoute(deps: ReadDeps): Route {
  return {
    id: "badge",
    method: "GET",
    path: "/api/v1/badge",
    takesAddress: true,
    summary: "A badge for a README",
    description:
      "A picture that names how many skills the address has, its licence, and whether it is verified.",
    query: REST_QUERIES.none,
    answers: [
      {
        status: 200,
        description: "The picture",
        mediaTypes: ["image/svg+xml"],
        schema: null,
        headers: ["etag", "cache-control"],
      },
      NOT_MODIFIED,
    ],
    failures: READ_FAILURES,
    answer(asked) {
      const input = readQuery(asked.request);
      if (!input.ok) return failureResponse(input.error);
      return answerConditionally(deps, asked, ["badge"], async ({ mount, key, headers }) => {
        const known = deps.responses.get(key);
        if (known !== undefined) return picture(known, headers);
        const snapshot = await openSnapshot(deps.sources, mount, 0, asked.request.signal);
        const told = snapshot.ok ? await answerFrom(snapshot.value, words) : snapshot;
        if (told.ok) {
          const image = badgeImage("skills", told.value);
          deps.responses.set(key, image);
          return picture(image, headers);
        }
        const status = indexStatus(told.error);
        return status === null
          ? failureResponse(told.error)
          : picture(badgeImage("skills", [status.status]), failureHeaders(told.error));
      });
    },
  };
}

async function words(snapshot: Snapshot): Promise<Result<string[], Failure>> {
  const { folder } = await heading(snapshot);
  const { licence } = snapshot.view;
  return success([
    String(folder?.counts.skills ?? 0),
    ...(licence === null ? [] : [licence.label]),
    ...(snapshot.citation.verified ? ["verified"] : []),
  ]);
}

function picture(image: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(image, { headers: { ...headers, "content-type": "image/svg+xml" } });
}
