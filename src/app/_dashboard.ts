import type { Hono } from "hono";
import { UPLOAD_LIMITS } from "../../contracts/limits.ts";
import type { Library } from "../../contracts/library/library.ts";
import type { Config } from "../config/mod.ts";
import { createFairRoom } from "../flow/mod.ts";
import type { ReadBody, ReadBytes, RequestVariables } from "../http/mod.ts";
import { createReceiveForm, type ExportAccount, usedToday } from "../library/mod.ts";
import { createSessionForms } from "../oauth/mod.ts";
import { dashboardRoutes } from "../web/mod.ts";
import type { AuthorizationPorts, Ports } from "./ports.ts";
import { VERSION } from "./version.ts";

export interface DashboardKit {
  readonly library: Library;
  readonly exportAccount: ExportAccount;
  readonly readBody: ReadBody;
  readonly readBytes: ReadBytes;
  /** Of the account's MCP server. */
  readonly mcpUrl: string;
}

/** Of what all uploads may hold, for those of people at a browser. */
const ROOM_SHARE = 1 / 4;

/** The dashboards of accounts, where people sign in. */
export function dashboardOf(
  config: Config,
  ports: Ports & { readonly desk: NonNullable<Ports["desk"]> },
  server: NonNullable<AuthorizationPorts["server"]>,
  { library, exportAccount, readBody, readBytes, mcpUrl }: DashboardKit,
): Hono<{ Variables: RequestVariables }> {
  const room = createFairRoom(UPLOAD_LIMITS.inFlightBytes * ROOM_SHARE);
  return dashboardRoutes({
    ...ports.desk,
    exportOf: (acting, { id }) => exportAccount(acting, id),
    library,
    audit: ports.audit,
    people: ports.people,
    usedToday: (account) => usedToday(ports, account),
    forms: createSessionForms(server.sealer, server.places.issuer),
    readBody,
    receiveForm: createReceiveForm({ room, readBytes }),
    blockedTypes: config.publishing.blockedTypes,
    signInHosts: server.signInHosts,
    issuer: server.places.issuer,
    mcpUrl,
    version: VERSION,
  });
}
