import type { Hono } from "hono";
import type { InstallLinks } from "../../contracts/library/install_links.ts";
import type { Library } from "../../contracts/library/library.ts";
import type { PublicCatalog } from "../../contracts/library/public_catalog.ts";
import { createInstallLinks } from "../auth/mod.ts";
import type { RequestVariables, SendAnswer } from "../http/mod.ts";
import { createStandingOf } from "../library/mod.ts";
import { createAnswerArchive, createArchiveDigests, linkRoutes, publicInstallRoutes } from "../rest/mod.ts";
import type { Ports } from "./ports.ts";
import { VERSION } from "./version.ts";

export interface InstallKit {
  readonly catalog: PublicCatalog;
  readonly library: Library;
  readonly send: SendAnswer;
  readonly publicOrigin: (own: string) => string | null;
}

export interface Installs {
  /** What installers find of what accounts publish, and behind links. */
  readonly routes: Hono<{ Variables: RequestVariables }>;
  /** Null: there are none, for nothing seals their artifacts. */
  readonly links: InstallLinks | null;
}

export function installsOf(ports: Ports, { catalog, library, send, publicOrigin }: InstallKit): Installs {
  const { clock } = ports;
  const digests = createArchiveDigests();
  const served = { send, version: VERSION };
  const kit = { ...served, digests, answerArchive: createAnswerArchive(served, digests) };
  const routes = publicInstallRoutes({ ...kit, catalog, publicOrigin });
  const links = linksOf(ports);
  if (links !== null && ports.links !== undefined) {
    routes.route("/", linkRoutes({ ...kit, library, links, sealer: ports.links.sealer, clock }));
  }
  return { routes, links };
}

/** Links to install from; null: nothing seals their artifacts. */
export function linksOf({ links, ...ports }: Ports): InstallLinks | null {
  return links === undefined ? null : createInstallLinks({
    links: ports.installLinks,
    keys: ports.accountKeys,
    standingOf: createStandingOf(ports),
    clock: ports.clock,
    randomBytes: links.randomBytes,
  });
}
