import { Hono } from "hono";
import type { HostKey } from "../../../contracts/addresses.ts";
import type { Failure } from "../../../contracts/errors.ts";
import type { RepositoryId } from "../../../contracts/git_host.ts";
import { everythingOf, type Invalidations } from "../../../contracts/mounts.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { failureResponse, type ReadBody, type RequestVariables } from "../../http/mod.ts";
import { endedAccess, isAboutAccess } from "./_access_event.ts";
import { endedBy, REPOSITORY_EVENT, subjectsOf } from "./_repository_event.ts";
import { FORGED, readSignedEvent, type SignedEvent, type WebhookSecrets } from "./_signed_event.ts";

interface WebhookRoutesDeps {
  /** Whose events come in. */
  readonly host: HostKey;
  readonly secrets: WebhookSecrets;
  readonly invalidations: Pick<Invalidations, "add">;
  /** Takes out everything that is stored of a repository. */
  readonly purge: (repository: RepositoryId) => Promise<void>;
  /** Something changed in a repository that accounts may publish from. */
  readonly pushed: (subjects: readonly string[]) => Promise<void>;
  /** Ends everything that a person has here, whom the host knows by this id. */
  readonly revokePerson: (id: string) => Promise<void>;
  readonly readBody: ReadBody;
}

/**
 * `POST /<host>`: what a git host says has happened to repositories, and GitHub to people and to installations of the app,
 * in GitHub's words, which Forgejo and Gitea speak too. An event ends what is remembered, in all processes, and opens
 * nothing: whether a repository is public, what its refs are, and who may see it is asked of the host when somebody wants
 * to know. A delivery that comes twice, late or never therefore does no harm.
 */
export function webhookRoutes(deps: WebhookRoutesDeps): Hono<{ Variables: RequestVariables }> {
  const { host, invalidations } = deps;
  const routes = new Hono<{ Variables: RequestVariables }>();
  routes.post(`/${host}`, async (context) => {
    context.set("route", "webhook");
    const signed = await readSignedEvent(context.req.raw, deps.secrets, deps.readBody);
    if (!signed.ok) return failureResponse(signed.error, challenge(signed.error));
    const handle = isAboutAccess(signed.value.event) ? accessEvent : repositoryEvent;
    const applied = await handle(signed.value);
    if (!applied.ok) return failureResponse(applied.error, challenge(applied.error));
    return Response.json({ applied: applied.value }, {
      status: 202,
      headers: { "cache-control": "no-store" },
    });
  });
  routes.all(`/${host}`, () => failureResponse({ code: "method.not_allowed" }, { allow: "POST" }));
  return routes;

  async function repositoryEvent({ event, body, isOfApp }: SignedEvent): Promise<Result<boolean, Failure>> {
    const payload = REPOSITORY_EVENT.safeParse(body);
    const action = payload.data?.action;
    const ended = endedBy(event, action);
    if (ended === null) return success(false);
    if (!payload.success) return failure({ code: "request.invalid", reason: "it names no repository" });
    const subjects = subjectsOf(payload.data);
    await invalidations.add(host, subjects, ended);
    await deps.pushed(subjects);
    const { id, private: isPrivate } = payload.data.repository;
    if (isOfApp && event === "repository" && action === "deleted" && isPrivate) await purge(id);
    return success(true);
  }

  /** Whoever sets up the hook of one repository must not be able to sign people out. */
  async function accessEvent({ event, body, isOfApp }: SignedEvent): Promise<Result<boolean, Failure>> {
    if (!isOfApp) return failure(FORGED);
    const ended = endedAccess(event, body);
    if (ended === null) return failure({ code: "request.invalid", reason: "it names nobody" });
    const { owner, purged, person } = ended;
    // First, so that nobody who is told no any more has it made again.
    if (owner !== null) await invalidations.add(host, [everythingOf(owner)], "facts");
    for (const id of purged) await purge(id);
    if (person !== null) await deps.revokePerson(String(person));
    return success(owner !== null || person !== null);
  }

  async function purge(id: number): Promise<void> {
    await deps.purge(String(id) as RepositoryId);
  }
}

/** RFC 9110, section 11.6.1: a 401 names a scheme. */
function challenge({ code }: Failure): Record<string, string> {
  return code.startsWith("auth.")
    ? { "www-authenticate": 'X-Hub-Signature-256 realm="skillmount webhooks"' }
    : {};
}
