import type { Hono } from "hono";
import type { PublicCatalog } from "../../contracts/library/public_catalog.ts";
import type { RequestVariables, SendAnswer } from "../http/mod.ts";
import { createAnswerArchive, createArchiveDigests, publicInstallRoutes } from "../rest/mod.ts";
import { VERSION } from "./version.ts";

export interface InstallKit {
  readonly catalog: PublicCatalog;
  readonly send: SendAnswer;
  readonly publicOrigin: (own: string) => string | null;
}

/** What installers find of what accounts publish. */
export function installsOf(
  { catalog, send, publicOrigin }: InstallKit,
): Hono<{ Variables: RequestVariables }> {
  const digests = createArchiveDigests();
  const served = { send, version: VERSION };
  return publicInstallRoutes({
    ...served,
    catalog,
    digests,
    answerArchive: createAnswerArchive(served, digests),
    publicOrigin,
  });
}
