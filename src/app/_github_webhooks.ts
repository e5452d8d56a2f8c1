import type { Hono } from "hono";
import type { Config } from "../config/mod.ts";
import type { ReadBody, RequestVariables } from "../http/mod.ts";
import { webhookRoutes } from "../rest/mod.ts";
import type { Sync } from "../library/mod.ts";
import type { Ports } from "./ports.ts";

/** Where GitHub's events come in; null where it is not served, or signs none. */
export function githubWebhooks(
  { github }: Config,
  { hosts, invalidations, housekeeping, authorization }: Ports,
  { readBody, pushed }: { readonly readBody: ReadBody; readonly pushed: Sync["pushed"] },
): Hono<{ Variables: RequestVariables }> | null {
  const repository = github?.webhookSecret ?? null;
  const app = github?.appWebhookSecret ?? repository;
  const host = hosts.find(({ key }) => key === github?.key)?.key;
  if (host === undefined || app === null) return null;
  return webhookRoutes({
    host,
    secrets: { repository, app },
    invalidations,
    purge: (repository) => housekeeping.purge({ host, repository }),
    revokePerson: async (id) => await authorization?.revokePerson?.(host, id),
    pushed: (subjects) => pushed(host, subjects),
    readBody,
  });
}
