import { z } from "zod";
import type { Invalidated } from "../../../contracts/mounts.ts";

export const NAME = z.string().min(1).max(200);
const LOGIN = z.object({ login: NAME });

/** A repository as events name it. */
export const REPOSITORY = z.object({
  id: z.int().positive(),
  full_name: z.string().max(400).regex(/^[^/]+\/[^/]+$/),
  private: z.boolean().optional(),
});

/** What is looked at of an event; GitHub sends much more. */
export const REPOSITORY_EVENT = z.object({
  action: z.string().max(100).optional(),
  repository: REPOSITORY,
  /** What it was before; without it, the number says which repository it is. */
  changes: z.object({
    repository: z.object({ name: z.object({ from: NAME }) }).optional(),
    owner: z.object({
      from: z.object({ user: LOGIN.nullish(), organization: LOGIN.nullish() }),
    }).optional(),
  }).optional().catch(undefined),
});

/** Events after which a name may mean nothing any more, or something else. */
const CLOSING: ReadonlySet<string> = new Set(["privatized", "deleted", "transferred", "renamed"]);

/** What an event ends of a repository; null: nothing. */
export function endedBy(event: string, action: string | undefined): keyof Invalidated | null {
  switch (event) {
    case "push":
    case "create":
    case "delete":
      return "refs";
    case "public":
      return "facts";
    case "repository":
      return action !== undefined && CLOSING.has(action) ? "closed" : "facts";
    default:
      return null;
  }
}

/** The repository's number, its name, and the one that it had before, as addresses have them. */
export function subjectsOf(
  { repository: { id, full_name: fullName }, changes }: z.output<typeof REPOSITORY_EVENT>,
): readonly string[] {
  const [owner, name] = fullName.split("/");
  const { user, organization } = changes?.owner?.from ?? {};
  const formerOwner = user?.login ?? organization?.login ?? owner;
  const formerName = changes?.repository?.name.from ?? name;
  const names = new Set([fullName, `${formerOwner}/${formerName}`]);
  return [String(id), ...[...names].map((name) => name.toLowerCase())];
}
