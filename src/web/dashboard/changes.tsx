import type { LibraryChange } from "../../../contracts/library/library_changes.ts";
import type { SkillName } from "../../../contracts/library/skills.ts";
import { success } from "../../../contracts/result.ts";
import { utcMinute } from "../../../contracts/utc_time.ts";
import type { DashboardDeps } from "./dashboard_deps.ts";
import type { Show } from "./desk.ts";

const PAGE = 100;

/** Where the account's own skills are, by name, as far as it has them still. */
type OwnPages = ReadonlyMap<SkillName, string>;

/** What changed in what the account's agents read, the newest first. */
export function changesPages({ library }: DashboardDeps) {
  const show: Show = async ({ author, base }, context) => {
    const page = await library.changes(author, { cursor: context.req.query("cursor") ?? null, limit: PAGE });
    if (!page.ok) return page;
    const { changes, cursor } = page.value;
    const own = (await library.list(author, "own")).filter(({ isOwn }) => isOwn).map(({ name }) => name);
    const pages = new Map(own.map((name) => [name, `${base}/skills/${name}`]));
    return success({
      title: "Changes",
      section: "Changes",
      children: (
        <>
          <p>
            What changed in this account's skills, and in those that it added, since it did. Told for 90 days.
          </p>
          {changes.length === 0
            ? <p>{cursor === null ? "Nothing changed." : "Nothing of late. Older changes may follow."}</p>
            : <ChangesTable pages={pages} changes={changes} />}
          {cursor !== null && (
            <p class="pager">
              <a href={`${base}/changes?cursor=${encodeURIComponent(cursor)}`}>Older changes</a>
            </p>
          )}
        </>
      ),
    });
  };
  return { show };
}

function ChangesTable(
  { pages, changes }: { readonly pages: OwnPages; readonly changes: readonly LibraryChange[] },
) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Skill</th>
          <th scope="col">What</th>
          <th scope="col">Version</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr>
            <td>{utcMinute(change.at)}</td>
            <td>{subjectOf(change, pages)}</td>
            <td>{wordsOf(change)}</td>
            <td>{stepOf(change)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function subjectOf({ owner, name, isOwn }: LibraryChange, pages: OwnPages) {
  if (name === null) return owner ?? "an account that is gone";
  if (!isOwn) return owner === null ? name : `${owner}/${name}`;
  const page = pages.get(name);
  return page === undefined ? name : <a href={page}>{name}</a>;
}

function wordsOf({ kind, version, from, to }: LibraryChange): string {
  switch (kind) {
    case "published":
      return version === null ? "published" : `${version} was published`;
    case "current":
      return "another version is current";
    case "held":
      return version === null ? "a version waits for the operator" : `${version} waits for the operator`;
    case "yanked":
      return version === null ? "a version was yanked" : `${version} was yanked`;
    case "unyanked":
      return version === null ? "a yank was taken back" : `the yank of ${version} was taken back`;
    case "private":
      return "made private: nobody else can add it";
    case "global":
      return "made global: everybody can add it";
    case "archived":
      return "archived";
    case "unarchived":
      return "no longer archived";
    case "deleted":
      return "deleted";
    case "flagged":
      return "flagged by the operator";
    case "unflagged":
      return "the operator took a flag back";
    case "removed":
      return version === null
        ? "the operator removed a version"
        : `the operator removed the files of ${version}`;
    case "transferred":
      return `given by the operator${from === null ? "" : ` from ${from}`}${to === null ? "" : ` to ${to}`}`;
    case "renamed":
      return `the account ${from} is called ${to} now`;
    case "gone":
      return "gone: it cannot be read any more";
  }
}

/** What the account was offered before and after; nothing where that stayed. */
function stepOf({ kind, from, to }: LibraryChange): string {
  if (kind === "transferred" || kind === "renamed" || from === to) return "";
  return from === null ? to ?? "" : `${from} → ${to ?? "none"}`;
}
