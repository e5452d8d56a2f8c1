import { z } from "zod";
import { NAME, REPOSITORY } from "./_repository_event.ts";

const LOGIN = z.object({ login: NAME });

/** What an event about people or installations ends. */
export interface EndedAccess {
  /** Whoever was told that they may see something of this owner is asked about again; null: nobody. */
  readonly owner: string | null;
  /** Numbers of repositories of which nothing may be kept. */
  readonly purged: readonly number[];
  /** The number of a person who has nothing here any more; null: nobody. */
  readonly person: number | null;
}

const ACCESS_EVENT = z.object({
  action: z.string().max(100),
  installation: z.object({ account: LOGIN.nullish() }).optional(),
  organization: LOGIN.optional(),
  repository: REPOSITORY.optional(),
  repositories: z.array(REPOSITORY).optional(),
  repositories_removed: z.array(REPOSITORY).optional(),
  sender: z.object({ id: z.int().positive() }).optional(),
});

const NOBODY: EndedAccess = { owner: null, purged: [], person: null };

/** What changes who may see what; everything else is about one repository, or about nothing here. */
const ABOUT_PEOPLE: ReadonlySet<string> = new Set([
  "member",
  "membership",
  "organization",
  "team",
  "team_add",
  "repository_collaborator",
]);

const ABOUT_THE_APP: ReadonlySet<string> = new Set([
  "installation",
  "installation_repositories",
  "installation_target",
  "github_app_authorization",
]);

export function isAboutAccess(event: string): boolean {
  return ABOUT_PEOPLE.has(event) || ABOUT_THE_APP.has(event);
}

/** Null: the body is not of such an event. */
export function endedAccess(event: string, body: unknown): EndedAccess | null {
  const parsed = ACCESS_EVENT.safeParse(body);
  if (!parsed.success) return null;
  const { action, installation, organization, repository, repositories, sender } = parsed.data;
  if (event === "github_app_authorization") {
    const isRevoked = action === "revoked" && sender !== undefined;
    return { ...NOBODY, person: isRevoked ? sender.id : null };
  }
  const owner = organization?.login ?? installation?.account?.login ?? repository?.full_name.split("/")[0];
  if (owner === undefined) return null;
  const gone = event === "installation" && action === "deleted"
    ? repositories
    : event === "installation_repositories"
    ? parsed.data.repositories_removed
    : [];
  const purged = (gone ?? []).filter(({ private: isPrivate }) => isPrivate).map(({ id }) => id);
  return { owner: owner.toLowerCase(), purged, person: null };
}
