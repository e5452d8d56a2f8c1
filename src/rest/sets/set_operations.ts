import type { ErrorCode } from "../../../contracts/errors.ts";
import type { AccountStore } from "../../../contracts/library/accounts.ts";
import type { Sets, SkillSet } from "../../../contracts/library/sets.ts";
import type { AnswerOf } from "../../../contracts/rest/answers.ts";
import { LIBRARY_QUERIES } from "../../../contracts/rest/library_requests.ts";
import { SET_ANSWER, SET_PATH, SET_WANTED, SETS_ANSWER } from "../../../contracts/rest/set_answers.ts";
import { success } from "../../../contracts/result.ts";
import { changeAnswer, changeResponse, readAnswer, readResponse } from "../library/json_answer.ts";
import type { LibraryRestDeps } from "../library/library_deps.ts";
import { type AskedOfAccount, type LibraryRoute, libraryRoute } from "../library/library_route.ts";
import { asOverseer } from "../library/overseer.ts";
import { readJson } from "../library/read_json.ts";
import { NOT_MODIFIED } from "../operation.ts";

export interface SetOperationDeps extends Pick<LibraryRestDeps, "readBody" | "send" | "version"> {
  readonly sets: Sets;
  readonly accounts: Pick<AccountStore, "account">;
  /** Where this server is reached, from the request's own origin; null: nowhere. */
  readonly publicOrigin: (own: string) => string | null;
}

const PUT_FAILURES = [
  "account.forbidden",
  "account.full",
  "request.not_json",
  "request.too_large",
  "request.timeout",
  "skill.not_found",
  "version.not_found",
  "version.removed",
  "address.invalid",
  "address.too_long",
  "address.encoding",
  "address.host_unknown",
  "address.owner_invalid",
  "address.repo_invalid",
  "address.ref_invalid",
  "address.path_invalid",
  "mount.not_allowed",
  "mount.repo_not_found",
  "mount.ref_not_found",
  "mount.path_not_found",
  "mount.rate_limited",
  "mount.unavailable",
  "mount.unsupported",
  "index.failed",
] as const satisfies readonly ErrorCode[];

/** Sets of an account, in the order of the document. */
export function setOperations(deps: SetOperationDeps): readonly LibraryRoute[] {
  const { sets } = deps;

  async function told(
    { request, caller }: AskedOfAccount,
    set: SkillSet,
  ): Promise<AnswerOf<typeof SET_ANSWER>> {
    const origin = deps.publicOrigin(new URL(request.url).origin);
    const account = origin === null ? null : await deps.accounts.account(caller.account);
    return {
      name: set.name,
      url: account === null ? null : `${origin}/sets/${account.slug}/${set.name}`,
      description: set.description,
      members: set.members.map((member) =>
        member.kind === "address" ? { ...member } : {
          kind: "skill",
          alias: member.alias,
          skill: `${member.owner}/${member.name}${member.label === null ? "" : `@${member.label}`}`,
        }
      ),
      changedAt: new Date(set.changedAt).toISOString(),
    };
  }

  return [
    libraryRoute({
      id: "listSets",
      method: "GET",
      path: "/api/v1/sets",
      parameters: LIBRARY_QUERIES.none,
      query: LIBRARY_QUERIES.none,
      scope: "registry:read",
      summary: "Sets of the account",
      description: "Each is one MCP endpoint over several repositories and skills.",
      answers: [readResponse("All of them", SETS_ANSWER), NOT_MODIFIED],
      failures: [],
      async answer(asked) {
        const all = await sets.list(asked.caller.account);
        const answer = { sets: await Promise.all(all.map((set) => told(asked, set))) };
        return success(readAnswer(deps, asked, answer));
      },
    }),
    libraryRoute({
      id: "set",
      method: "GET",
      path: "/api/v1/sets/{set}",
      parameters: SET_PATH,
      query: LIBRARY_QUERIES.none,
      scope: "registry:read",
      summary: "A set of the account",
      description: "Its members, and where it is.",
      answers: [readResponse("The set", SET_ANSWER), NOT_MODIFIED],
      failures: ["set.not_found"],
      async answer(asked) {
        const found = await sets.find(asked.caller.account, asked.path.set);
        return found.ok ? success(readAnswer(deps, asked, await told(asked, found.value))) : found;
      },
    }),
    libraryRoute({
      id: "putSet",
      method: "PUT",
      path: "/api/v1/sets/{set}",
      parameters: SET_PATH,
      query: LIBRARY_QUERIES.none,
      scope: "registry:write",
      body: { mediaType: "application/json", schema: SET_WANTED },
      summary: "Make a set, or make another of it",
      description:
        "All of its members are said each time. An address has to be one of a public repository; a skill is of the catalog, or one " +
        "that the account has. A set with a skill that is not open to all is for keys of the account alone.",
      answers: [changeResponse("The set as it is now", SET_ANSWER)],
      failures: PUT_FAILURES,
      async answer(asked) {
        const overseer = asOverseer(asked.caller);
        if (!overseer.ok) return overseer;
        const said = await readJson(deps, asked.request, SET_WANTED);
        if (!said.ok) return said;
        const members = said.value.members.map(({ alias, address, skill }) => ({
          ...(alias !== undefined && { alias }),
          ...(address !== undefined && { address }),
          ...(skill !== undefined && { skill }),
        }));
        const { description } = said.value;
        const made = await sets.put(asked.author, asked.caller.account, asked.path.set, {
          description,
          members,
        });
        return made.ok ? success(changeAnswer(await told(asked, made.value))) : made;
      },
    }),
    libraryRoute({
      id: "removeSet",
      method: "DELETE",
      path: "/api/v1/sets/{set}",
      parameters: SET_PATH,
      query: LIBRARY_QUERIES.none,
      scope: "registry:write",
      summary: "Remove a set",
      description: "What is in it stays as it is.",
      answers: [{
        status: 204,
        description: "There is no such set",
        mediaTypes: [],
        schema: null,
        headers: ["cache-control"],
      }],
      failures: ["account.forbidden", "set.not_found"],
      async answer({ author, caller, path }) {
        const overseer = asOverseer(caller);
        if (!overseer.ok) return overseer;
        const made = await sets.remove(author, caller.account, path.set);
        return made.ok
          ? success(new Response(null, { status: 204, headers: { "cache-control": "no-store" } }))
          : made;
      },
    }),
  ];
}
