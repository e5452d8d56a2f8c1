import type { Failure } from "../../../contracts/errors.ts";
import type { Asker } from "../../../contracts/auth/viewer.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import { REFRESH_LIMITS } from "../../../contracts/limits.ts";
import { REST_QUERIES } from "../../../contracts/rest/requests.ts";
import { MOUNT_ANSWER } from "../../../contracts/rest/answers.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { createTokenBuckets } from "../../flow/mod.ts";
import { failureHeaders, failureResponse, queryReader } from "../../http/mod.ts";
import { repositoryAddress } from "../../mounts/mod.ts";
import { answerFrom, openSnapshot, type OpenSnapshotDeps } from "../../reading/mod.ts";
import { indexStatus } from "./_index_status.ts";
import { readyMount, unreadyMount } from "./mounts.ts";
import { READ_FAILURES, type Route } from "../operation.ts";

export interface RefreshDeps {
  readonly refresh: (address: string, asker: Asker) => Promise<Result<Mount, Failure>>;
  readonly sources: OpenSnapshotDeps;
}

const { repositoryMs, client, clientMs } = REFRESH_LIMITS;

const readQuery = queryReader(REST_QUERIES.none);

/** `POST /api/v1/refresh/<address>` */
export function refreshRoute({ refresh, sources }: RefreshDeps): Route {
  const { clock } = sources;
  // However many ask, and in whatever spelling: all refs of a repository are forgotten together.
  const ofRepository = createTokenBuckets({ clock, refillMs: repositoryMs, capacity: 1 });
  // A client with many repositories may refresh them together.
  const ofClient = createTokenBuckets({ clock, refillMs: clientMs, capacity: client });

  return {
    id: "refresh",
    method: "POST",
    path: "/api/v1/refresh",
    takesAddress: true,
    summary: "Look at the repository again now",
    description: "Forgets what is remembered of the address and asks its git host again, as after a push. " +
      "Answers what the address is now; indexing an unseen commit has then started. Limited for each repository and client.",
    query: REST_QUERIES.none,
    answers: [{
      status: 200,
      description: "What the address is now",
      mediaTypes: ["application/json"],
      schema: MOUNT_ANSWER,
      headers: ["cache-control"],
    }],
    failures: READ_FAILURES,
    async answer({ request, address, asker }) {
      const input = readQuery(request);
      if (!input.ok) return failureResponse(input.error);
      const repository = repositoryAddress(address, sources.hosts);
      if (!repository.ok) return failureResponse(repository.error);
      const wait = ofClient(asker.client?.() ?? "") || ofRepository(repository.value);
      if (wait > 0) return failureResponse({ code: "rate.limited", retryAfterSeconds: wait });
      const mount = await refresh(address, asker);
      if (!mount.ok) return failureResponse(mount.error);
      const snapshot = await openSnapshot(sources, mount.value, 0, request.signal);
      const ready = snapshot.ok
        ? await answerFrom(snapshot.value, async (source) => success(await readyMount(source)))
        : snapshot;
      if (ready.ok) return Response.json(ready.value, { headers: { "cache-control": "no-store" } });
      const status = indexStatus(ready.error);
      if (status === null) return failureResponse(ready.error);
      return Response.json(unreadyMount(mount.value, sources.hosts, status), {
        headers: failureHeaders(ready.error),
      });
    },
  };
}
