import type { Clock } from "../../../contracts/ambient.ts";
import type { AccountAccess } from "../../../contracts/library/access.ts";
import type { PublicCatalog } from "../../../contracts/library/public_catalog.ts";
import type { SendAnswer } from "../../http/mod.ts";

/** What the catalog is answered from. */
export interface CatalogRestDeps {
  readonly catalog: PublicCatalog;
  readonly access: AccountAccess;
  readonly send: SendAnswer;
  readonly clock: Pick<Clock, "now">;
  /** Of the server: another one may answer in another form. */
  readonly version: string;
}
