import { Hono } from "hono";
import type { AccountAccess } from "../../contracts/library/access.ts";
import type { Library } from "../../contracts/library/library.ts";
import type { PublicCatalog } from "../../contracts/library/public_catalog.ts";
import type { Sets } from "../../contracts/library/sets.ts";
import { failure, success } from "../../contracts/result.ts";
import type { HostTable } from "../../contracts/addresses.ts";
import { type ResourcePlaces, setResource } from "../auth/mod.ts";
import { formatAddress, parseAddress } from "../format/mod.ts";
import { prefersPage, type RequestVariables, type TellAccountRefusal } from "../http/mod.ts";
import { createSets } from "../library/mod.ts";
import { setRoute, type SetRouteDeps } from "../mcp/mod.ts";
import type { Mounts } from "../mounts/mod.ts";
import { openSnapshot, type OpenSnapshotDeps } from "../reading/mod.ts";
import { setDiscoveryRoutes } from "../rest/mod.ts";
import { createSetPage, type SetPageDeps } from "../web/mod.ts";
import type { Ports } from "./ports.ts";

export interface SetKit {
  readonly library: Library;
  readonly catalog: PublicCatalog;
  readonly access: AccountAccess;
  readonly mounts: Pick<Mounts, "open">;
  readonly sources: OpenSnapshotDeps;
  readonly hostTable: HostTable;
  /** Null: nobody signs in here. */
  readonly places: ResourcePlaces | null;
}

/** Sets of accounts over what this server reads: addresses as everybody, skills as the account. */
export function setsOf(ports: Ports, { mounts, sources, hostTable, places, ...kit }: SetKit): Sets {
  return createSets({
    ...ports,
    ...kit,
    audienceOf: (owner, name) => places === null ? null : setResource({ owner, name }, places).audience,
    async openAddress(address, waitMs) {
      const mount = await mounts.open(address, { kind: "nobody" });
      return mount.ok ? await openSnapshot(sources, mount.value, waitMs) : mount;
    },
    parseAddress(text) {
      const parsed = parseAddress(text.startsWith("/") ? text : `/${text}`, hostTable);
      return parsed.ok ? success(formatAddress(parsed.value, hostTable)) : failure(parsed.error);
    },
  });
}

/** Everything below `/sets`: MCP, what installers ask for, and pages. */
export function setRoutes(
  deps: SetRouteDeps & SetPageDeps & { readonly tellRefusal: TellAccountRefusal },
): Hono<{ Variables: RequestVariables }> {
  const routes = new Hono<{ Variables: RequestVariables }>();
  const mcp = setRoute(deps);
  const page = createSetPage(deps);
  routes.route("/", setDiscoveryRoutes(deps));
  for (const path of ["/sets/:owner/:set", "/sets/:owner/:set/"]) {
    routes.get(path, (context, next) => {
      return prefersPage(context)
        ? page(context, context.req.param("owner") ?? "", context.req.param("set") ?? "")
        : mcp(context, next);
    });
    routes.all(path, mcp);
  }
  return routes;
}
