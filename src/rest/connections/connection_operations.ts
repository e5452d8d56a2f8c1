import type { z } from "zod";
import type { RepoPath } from "../../../contracts/addresses.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import type { ErrorCode } from "../../../contracts/errors.ts";
import { type ConnectionId, SYNC_LIMITS } from "../../../contracts/library/connections.ts";
import type { Connections, WantedWorkflow } from "../../../contracts/library/repository_sync.ts";
import {
  CONNECTION_ANSWER,
  CONNECTION_CHANGE,
  CONNECTION_PATH,
  CONNECTION_WANTED,
  CONNECTIONS_ANSWER,
  RUNS_ANSWER,
  SYNC_WANTED,
} from "../../../contracts/rest/connection_answers.ts";
import { LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { failure, success } from "../../../contracts/result.ts";
import { changeAnswer, changeResponse, readAnswer, readResponse } from "../library/json_answer.ts";
import type { LibraryRestDeps } from "../library/library_deps.ts";
import { type LibraryRoute, libraryRoute } from "../library/library_route.ts";
import { asOverseer } from "../library/overseer.ts";
import { readJson } from "../library/read_json.ts";
import { NOT_MODIFIED } from "../operation.ts";
import { toldConnection, toldRun } from "./told_connection.ts";

export interface ConnectionDeps extends Pick<LibraryRestDeps, "readBody" | "send" | "version"> {
  readonly connections: Connections;
}

const BODY = [
  "request.not_json",
  "request.too_large",
  "request.timeout",
] as const satisfies readonly ErrorCode[];

/** Repositories that publish to an account, for its owners and admins, in the order of the document. */
export function connectionOperations(deps: ConnectionDeps): readonly LibraryRoute[] {
  return [
    listRoute(deps),
    connectRoute(deps),
    findRoute(deps),
    changeRoute(deps),
    removeRoute(deps),
    syncRoute(deps),
    runsRoute(deps),
  ];
}

/** `GET /api/v1/connections` */
function listRoute(deps: ConnectionDeps): LibraryRoute {
  return libraryRoute({
    id: "listConnections",
    method: "GET",
    path: "/api/v1/connections",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.none,
    scope: "registry:read",
    summary: "Repositories that publish to the account",
    description: "Each with when it was looked at last and what that came to.",
    answers: [readResponse("All of them", CONNECTIONS_ANSWER), NOT_MODIFIED],
    failures: ["account.forbidden"],
    async answer(asked) {
      const overseer = asOverseer(asked.caller);
      if (!overseer.ok) return overseer;
      const all = await deps.connections.list(asked.caller.account);
      return success(readAnswer(deps, asked, { connections: all.map(toldConnection) }));
    },
  });
}

/** `POST /api/v1/connections` */
function connectRoute(deps: ConnectionDeps): LibraryRoute {
  return libraryRoute({
    id: "connectRepository",
    method: "POST",
    path: "/api/v1/connections",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: CONNECTION_WANTED },
    summary: "Publish a repository's skills as they are pushed",
    description:
      "It is looked at at once, when its host tells of a push, and every hour. At each look control has to be proven: whoever " +
      "connected it may write to it, or the line `<origin> <slug>` stands in `.well-known/skillmount` on its default branch, or the " +
      "operator vouches for it.",
    answers: [changeResponse("The connection", CONNECTION_ANSWER, 201)],
    failures: [
      ...BODY,
      "account.forbidden",
      "account.not_found",
      "account.full",
      "connection.exists",
      "address.invalid",
      "address.too_long",
      "address.encoding",
      "address.host_unknown",
      "address.owner_invalid",
      "address.repo_invalid",
      "address.ref_invalid",
      "address.path_invalid",
    ],
    async answer(asked) {
      const overseer = asOverseer(asked.caller);
      if (!overseer.ok) return overseer;
      const said = await readJson(deps, asked.request, CONNECTION_WANTED);
      if (!said.ok) return said;
      const made = await deps.connections.connect(asked.author, asked.caller.account, said.value);
      return made.ok ? success(changeAnswer(toldConnection(made.value), 201)) : made;
    },
  });
}

/** `GET /api/v1/connections/{id}` */
function findRoute(deps: ConnectionDeps): LibraryRoute {
  return libraryRoute({
    id: "connection",
    method: "GET",
    path: "/api/v1/connections/{id}",
    parameters: CONNECTION_PATH,
    query: LIBRARY_QUERIES.none,
    scope: "registry:read",
    summary: "A repository that publishes to the account",
    description: "When it was looked at last, what that came to, and what waits to be confirmed.",
    answers: [readResponse("The connection", CONNECTION_ANSWER), NOT_MODIFIED],
    failures: ["account.forbidden", "connection.not_found"],
    async answer(asked) {
      const overseer = asOverseer(asked.caller);
      if (!overseer.ok) return overseer;
      const found = await deps.connections.find(asked.caller.account, asked.path.id as ConnectionId);
      return found.ok ? success(readAnswer(deps, asked, toldConnection(found.value))) : found;
    },
  });
}

/** `PATCH /api/v1/connections/{id}` */
function changeRoute(deps: ConnectionDeps): LibraryRoute {
  return libraryRoute({
    id: "changeConnection",
    method: "PATCH",
    path: "/api/v1/connections/{id}",
    parameters: CONNECTION_PATH,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: CONNECTION_CHANGE },
    summary: "Change how a repository publishes",
    description:
      "Skills that are there keep their visibility: it is of those that come. With a `workflow` its jobs publish without a secret; " +
      "the numbers of the repository and its owner, by which they are known, are asked of the host where they are left out.",
    answers: [changeResponse("The connection as it is now", CONNECTION_ANSWER)],
    failures: [...BODY, "account.forbidden", "account.not_found", "connection.not_found"],
    async answer(asked) {
      const overseer = asOverseer(asked.caller);
      if (!overseer.ok) return overseer;
      const said = await readJson(deps, asked.request, CONNECTION_CHANGE);
      if (!said.ok) return said;
      const { author, caller, path } = asked;
      const { visibility, syncs, workflow } = said.value;
      if (visibility === undefined && syncs === undefined && workflow === undefined) {
        return failure({ code: "request.invalid", reason: "there is no change in it" });
      }
      const made = await deps.connections.change(author, caller.account, path.id as ConnectionId, {
        ...(visibility !== undefined && { visibility }),
        ...(syncs !== undefined && { syncs }),
        ...(workflow !== undefined && { workflow: workflow && wantedWorkflow(workflow) }),
      });
      return made.ok ? success(changeAnswer(toldConnection(made.value))) : made;
    },
  });
}

type SaidWorkflow = NonNullable<z.output<typeof CONNECTION_CHANGE>["workflow"]>;

function wantedWorkflow({ file, environment, skills, repositoryId, ownerId }: SaidWorkflow): WantedWorkflow {
  const isNumbered = repositoryId !== undefined && ownerId !== undefined;
  return {
    file: file as RepoPath,
    environment,
    skills: skills as readonly SkillName[] | null,
    ...(isNumbered && { numbers: { repositoryId, ownerId } }),
  };
}

/** `DELETE /api/v1/connections/{id}` */
function removeRoute({ connections }: ConnectionDeps): LibraryRoute {
  return libraryRoute({
    id: "disconnectRepository",
    method: "DELETE",
    path: "/api/v1/connections/{id}",
    parameters: CONNECTION_PATH,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    summary: "Publish no more from a repository",
    description: "Skills that came from it stay as they are.",
    answers: [{
      status: 204,
      description: "It is no longer connected",
      mediaTypes: [],
      schema: null,
      headers: ["cache-control"],
    }],
    failures: ["account.forbidden", "account.not_found", "connection.not_found"],
    async answer({ author, caller, path }) {
      const overseer = asOverseer(caller);
      if (!overseer.ok) return overseer;
      const made = await connections.remove(author, caller.account, path.id as ConnectionId);
      return made.ok
        ? success(new Response(null, { status: 204, headers: { "cache-control": "no-store" } }))
        : made;
    },
  });
}

/** `POST /api/v1/connections/{id}/sync` */
function syncRoute(deps: ConnectionDeps): LibraryRoute {
  return libraryRoute({
    id: "syncRepository",
    method: "POST",
    path: "/api/v1/connections/{id}/sync",
    parameters: CONNECTION_PATH,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: SYNC_WANTED },
    summary: "Look at a repository now",
    description:
      "The look begins soon, and its run tells what it came to. With `confirm` it does what the last look left to be confirmed: it " +
      "archives the skills that are gone, or publishes to everybody what is private at its host.",
    answers: [changeResponse("It is going to be looked at", CONNECTION_ANSWER, 202)],
    failures: [
      ...BODY,
      "account.forbidden",
      "account.not_found",
      "connection.not_found",
      "precondition.failed",
    ],
    async answer(asked) {
      const overseer = asOverseer(asked.caller);
      if (!overseer.ok) return overseer;
      const said = await readJson(deps, asked.request, SYNC_WANTED);
      if (!said.ok) return said;
      const { connections } = deps;
      const { author, caller, path } = asked;
      const act = said.value.confirm === true ? connections.confirm : connections.look;
      const made = await act(author, caller.account, path.id as ConnectionId);
      return made.ok ? success(changeAnswer(toldConnection(made.value), 202)) : made;
    },
  });
}

/** `GET /api/v1/connections/{id}/runs` */
function runsRoute(deps: ConnectionDeps): LibraryRoute {
  return libraryRoute({
    id: "syncRuns",
    method: "GET",
    path: "/api/v1/connections/{id}/runs",
    parameters: CONNECTION_PATH,
    query: LIBRARY_QUERIES.none,
    scope: "registry:read",
    summary: "What looks at a repository came to",
    description:
      `The last ${SYNC_LIMITS.runs}. A look that found what the one before had found is not among them.`,
    answers: [readResponse("The runs", RUNS_ANSWER), NOT_MODIFIED],
    failures: ["account.forbidden", "connection.not_found"],
    async answer(asked) {
      const overseer = asOverseer(asked.caller);
      if (!overseer.ok) return overseer;
      const { caller, path } = asked;
      const runs = await deps.connections.runs(caller.account, path.id as ConnectionId, SYNC_LIMITS.runs);
      return runs.ok ? success(readAnswer(deps, asked, { runs: runs.value.map(toldRun) })) : runs;
    },
  });
}
