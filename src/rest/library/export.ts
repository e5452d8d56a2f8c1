import { LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { success } from "../../../contracts/result.ts";
import { contentDisposition } from "../../http/mod.ts";
import { EXPORT_HELD_BYTES } from "../../library/mod.ts";
import type { LibraryRestDeps } from "./library_deps.ts";
import { type LibraryRoute, libraryRoute } from "./library_route.ts";
import { asOverseer } from "./overseer.ts";

const HEADERS = {
  "content-type": "application/zip",
  "content-disposition": contentDisposition("attachment", "account.zip"),
  "cache-control": "private, no-store",
};

/** `GET /api/v1/account/export` */
export function exportRoute(deps: LibraryRestDeps): LibraryRoute {
  return libraryRoute({
    id: "exportAccount",
    method: "GET",
    path: "/api/v1/account/export",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    summary: "Everything of the account",
    description:
      "A zip of the account, its members, keys without their secrets, library, skills with the files of every version, and " +
      "audit. For its owners and admins, with a key that writes, once an hour.",
    answers: [{
      status: 200,
      description: "The archive",
      mediaTypes: ["application/zip"],
      schema: null,
      headers: ["cache-control", "content-disposition"],
    }],
    failures: ["account.not_found", "account.forbidden", "server.busy"],
    async answer(asked) {
      const { author, caller } = asked;
      const overseer = asOverseer(caller);
      if (!overseer.ok) return overseer;
      // Its headers are no export: that is made once an hour.
      if (asked.request.method === "HEAD") return success(new Response(null, { headers: HEADERS }));
      const zip = await deps.exportAccount(author, caller.account);
      if (!zip.ok) return zip;
      return success(deps.send(asked, { stream: zip.value, heldBytes: EXPORT_HELD_BYTES }, HEADERS));
    },
  });
}
