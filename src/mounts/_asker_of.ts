import type { Viewer } from "../../contracts/auth/viewer.ts";

/** Tells those apart who show who they are; null: a stranger. */
export function askerOf(viewer: Viewer): string | null {
  switch (viewer.kind) {
    case "nobody":
      return null;
    case "person":
    case "access_token":
    case "address_key":
      return viewer.person ?? "";
    case "account_key":
    case "catalog_key":
    case "publish_token":
      return viewer.account;
  }
}
