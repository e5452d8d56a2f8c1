import { Hono } from "hono";
import type { Config } from "../config/mod.ts";
import type { ReadBody, RequestVariables } from "../http/mod.ts";
import { webhookRoutes } from "../rest/mod.ts";
import type { Sync } from "../library/mod.ts";
import type { Ports } from "./ports.ts";

/** Where the events of git hosts come in: of each that is served and signs them. */
export function webhooks(
  config: Config,
  { invalidations, housekeeping, authorization }: Ports,
  { readBody, pushed }: { readonly readBody: ReadBody; readonly pushed: Sync["pushed"] },
): Hono<{ Variables: RequestVariables }> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  for (const [host, secrets] of secretsOf(config)) {
    routes.route(
      "/",
      webhookRoutes({
        host,
        secrets,
        invalidations,
        purge: (repository) => housekeeping.purge({ host, repository }),
        revokePerson: async (id) => await authorization?.revokePerson?.(host, id),
        pushed: (subjects) => pushed(host, subjects),
        readBody,
      }),
    );
  }
  return routes;
}

/** What signs the events of each host. */
function secretsOf({ github, gitHosts }: Config) {
  const repository = github?.webhookSecret ?? null;
  const app = github?.appWebhookSecret ?? repository;
  return [
    ...(github === null || app === null ? [] : [[github.key, { repository, app }] as const]),
    ...gitHosts.flatMap(({ key, webhookSecret }) =>
      webhookSecret === null ? [] : [[key, { repository: webhookSecret, app: null }] as const]
    ),
  ];
}
