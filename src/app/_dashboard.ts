import type { Hono } from "hono";
import type { Library } from "../../contracts/library/library.ts";
import type { Connections } from "../../contracts/library/repository_sync.ts";
import type { Sets } from "../../contracts/library/sets.ts";
import type { Config } from "../config/mod.ts";
import type { ReadBody, RequestVariables, SendAnswer } from "../http/mod.ts";
import { type ExportAccount, type ReceiveForm, usedToday } from "../library/mod.ts";
import { createSessionForms } from "../oauth/mod.ts";
import { dashboardRoutes } from "../web/mod.ts";
import { linksOf } from "./_installs.ts";
import type { AuthorizationPorts, Ports } from "./ports.ts";
import { VERSION } from "./version.ts";

export interface DashboardKit {
  readonly library: Library;
  readonly connections: Connections;
  readonly sets: Sets;
  readonly exportAccount: ExportAccount;
  readonly send: SendAnswer;
  readonly readBody: ReadBody;
  readonly receiveForm: ReceiveForm;
  /** Of the account's MCP server. */
  readonly mcpUrl: string;
}

/** The dashboards of accounts, where people sign in. */
export function dashboardOf(
  config: Config,
  ports: Ports & { readonly desk: NonNullable<Ports["desk"]> },
  server: NonNullable<AuthorizationPorts["server"]>,
  { library, connections, sets, exportAccount, send, readBody, receiveForm, mcpUrl }: DashboardKit,
): Hono<{ Variables: RequestVariables }> {
  return dashboardRoutes({
    ...ports.desk,
    exportOf: (acting, { id }) => exportAccount(acting, id),
    library,
    connections,
    sets,
    links: linksOf(ports),
    publicUrl: server.places.publicUrl,
    audit: ports.audit,
    people: ports.people,
    usedToday: (account) => usedToday(ports, account),
    forms: createSessionForms(server.sealer, server.places.issuer),
    send,
    readBody,
    receiveForm,
    blockedTypes: config.publishing.blockedTypes,
    signInHosts: server.signInHosts,
    issuer: server.places.issuer,
    mcpUrl,
    version: VERSION,
  });
}
