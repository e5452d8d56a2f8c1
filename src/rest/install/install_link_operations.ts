import type { SecretDigest } from "../../../contracts/auth/secret_digest.ts";
import type { Failure } from "../../../contracts/errors.ts";
import { type InstallLinks, LINK_HOURS } from "../../../contracts/library/install_links.ts";
import type { Library } from "../../../contracts/library/library.ts";
import type { SkillOfKey } from "../../../contracts/library/keys.ts";
import { INSTALL_LINK_ANSWER } from "../../../contracts/rest/library_answers.ts";
import { INSTALL_LINK, LIBRARY_PATHS, LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { personOf } from "../../library/mod.ts";
import { changeAnswer, changeResponse } from "../library/json_answer.ts";
import type { LibraryRestDeps } from "../library/library_deps.ts";
import { type AskedOfAccount, type LibraryRoute, libraryRoute } from "../library/library_route.ts";
import { readJson } from "../library/read_json.ts";

export interface InstallLinkDeps extends Pick<LibraryRestDeps, "readBody"> {
  readonly library: Pick<Library, "list">;
  /** Null: nothing seals their artifacts. */
  readonly links: InstallLinks | null;
  /** Where this server is reached, from the request's own origin; null: nowhere. */
  readonly publicOrigin: (own: string) => string | null;
}

const NO_LINKS: Failure = {
  code: "route.not_found",
  reason: "this server makes no install links, because AUTH_SECRET is not set",
  hint: "Ask whoever runs it to set AUTH_SECRET and PUBLIC_URL",
};

/** Links for installers that send no headers, in the order of the document. */
export function installLinkOperations(deps: InstallLinkDeps): readonly LibraryRoute[] {
  return [makeRoute(deps), revokeRoute(deps)];
}

/** `POST /api/v1/install-links` */
function makeRoute(deps: InstallLinkDeps): LibraryRoute {
  return libraryRoute({
    id: "makeInstallLink",
    method: "POST",
    path: "/api/v1/install-links",
    parameters: LIBRARY_QUERIES.none,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    body: { mediaType: "application/json", schema: INSTALL_LINK },
    summary: "Make a link to install from",
    description:
      "A URL that an installer takes in place of credentials: it opens the account's library, or some of its skills, for an hour " +
      "or as long as is said. It ends with the key that made it. The URL is told this once.",
    answers: [changeResponse("The link", INSTALL_LINK_ANSWER, 201)],
    failures: [
      "route.not_found",
      "skill.not_found",
      "request.not_json",
      "request.too_large",
      "request.timeout",
    ],
    async answer(asked) {
      if (deps.links === null) return failure(NO_LINKS);
      const said = await readJson(deps, asked.request, INSTALL_LINK);
      if (!said.ok) return said;
      const { library, skills: names, hours = LINK_HOURS.usual } = said.value;
      if ((library === undefined) === (names === undefined)) {
        return failure({ code: "request.invalid", reason: 'it takes either "library" or "skills"' });
      }
      const origin = deps.publicOrigin(new URL(asked.request.url).origin);
      if (origin === null) {
        return failure({ code: "request.invalid", reason: "this server is reached nowhere" });
      }
      const skills = names === undefined ? success(keptSkills(asked)) : await namedSkills(deps, asked, names);
      if (!skills.ok) return skills;
      const { caller, author, asker } = asked;
      const made = await deps.links.make(author, {
        account: caller.account,
        maker: personOf(author.actor),
        key: asker.kind === "account_key" ? asker.key : null,
        skills: skills.value,
        hours,
      });
      if (!made.ok) return made;
      const { token, link: { digest, expiresAt } } = made.value;
      const told = {
        id: digest,
        url: `${origin}/install/${token}`,
        expiresAt: new Date(expiresAt).toISOString(),
      };
      return success(changeAnswer(told, 201));
    },
  });
}

/** `DELETE /api/v1/install-links/{id}` */
function revokeRoute({ links }: InstallLinkDeps): LibraryRoute {
  return libraryRoute({
    id: "revokeInstallLink",
    method: "DELETE",
    path: "/api/v1/install-links/{id}",
    parameters: LIBRARY_PATHS.link,
    query: LIBRARY_QUERIES.none,
    scope: "registry:write",
    summary: "End a link",
    description: "Nothing is installed from it any more, also by those who have read its index.",
    answers: [{
      status: 204,
      description: "There is no such link",
      mediaTypes: [],
      schema: null,
      headers: ["cache-control"],
    }],
    failures: [],
    async answer({ author, caller, path }) {
      await links?.revoke(author, caller.account, path.id as SecretDigest);
      return success(new Response(null, { status: 204, headers: { "cache-control": "no-store" } }));
    },
  });
}

/** A key that is confined makes links that are. */
function keptSkills({ caller }: AskedOfAccount): readonly SkillOfKey[] | null {
  return caller.skills === null ? null : [...caller.skills];
}

async function namedSkills(
  { library }: InstallLinkDeps,
  { author }: AskedOfAccount,
  names: readonly string[],
): Promise<Result<readonly SkillOfKey[], Failure>> {
  const listed = await library.list(author, "library");
  const byName = new Map(listed.map((one) => [`${one.owner}/${one.name}`, `${one.account}/${one.name}`]));
  const found: SkillOfKey[] = [];
  for (const name of new Set(names.map((one) => one.toLowerCase()))) {
    const skill = byName.get(name);
    if (skill === undefined) {
      return failure({ code: "skill.not_found", reason: "the library has no skill of one of these names" });
    }
    found.push(skill);
  }
  return success(found);
}
