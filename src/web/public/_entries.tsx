import type { Child } from "hono/jsx";
import type { Problem, Skill } from "../../../contracts/domain.ts";
import type { BrowseEntry, DiagnosticList } from "../../../contracts/reading.ts";
import { Icon, type IconName } from "../kit/icon.tsx";
import type { MountLinks } from "./_mount_links.ts";
import { counted, fileSize, lastSegment, Marked, Path, Text } from "../kit/text.tsx";

/** One line of a list: what it is, where it leads and what is said of it. */
export function Row({ icon, kind, href, name, description, query = "", meta, flags = [] }: {
  readonly icon: IconName;
  /** For who does not see the icon. */
  readonly kind: string;
  readonly href: string;
  readonly name: string;
  readonly description: string | null;
  /** Its words are marked in the description. */
  readonly query?: string;
  readonly meta: Child;
  readonly flags?: readonly string[];
}) {
  return (
    <li class="row">
      <span class={`row-icon row-${icon}`}>
        <Icon name={icon} />
      </span>
      <div class="row-text">
        <p class="row-name">
          <a href={href}>
            <span class="visually-hidden">{`${kind} `}</span>
            <Text of={name} />
          </a>
          {flags.map((flag) => <span class="flag">{flag}</span>)}
        </p>
        {description !== null && description !== "" && (
          <p class="row-description">
            <Marked of={description} query={query} />
          </p>
        )}
        <p class="row-meta">{meta}</p>
      </div>
    </li>
  );
}

/** What is in a folder, in path order. */
export function Entries({ entries, links }: {
  readonly entries: readonly BrowseEntry[];
  readonly links: MountLinks;
}) {
  return <ul class="rows" role="list">{entries.map((entry) => entryRow(entry, links))}</ul>;
}

function entryRow(entry: BrowseEntry, links: MountLinks) {
  switch (entry.kind) {
    case "folder": {
      const { skills, documents } = entry.counts;
      const counts = [
        ...(skills > 0 ? [counted(skills, "skill")] : []),
        ...(documents > 0 ? [counted(documents, "document")] : []),
      ];
      const name = lastSegment(entry.path);
      return (
        <Row
          icon="folder"
          kind="Folder"
          href={links.folder(entry.path)}
          name={entry.name === null || entry.name === name ? name : `${name} · ${entry.name}`}
          description={entry.description}
          meta={counts.length === 0 ? "nothing listed" : counts.join(", ")}
        />
      );
    }
    case "skill":
      return (
        <Row
          icon="skill"
          kind="Skill"
          href={links.skill(entry.path)}
          name={entry.name}
          description={entry.description}
          flags={skillFlags(entry)}
          meta={
            <>
              <Path of={entry.path} />
              {entry.files > 0 && (
                <>
                  {" · "}
                  <a href={links.folder(entry.browsePath)}>{counted(entry.files, "file")}</a>
                </>
              )}
              {entry.nestedSkills > 0 && ` · ${counted(entry.nestedSkills, "nested skill")}`}
            </>
          }
        />
      );
    case "file":
      return (
        <Row
          icon={entry.problem === null ? "file" : "warning"}
          kind="File"
          href={links.file(entry.path)}
          name={lastSegment(entry.path)}
          description={entry.problem === null ? entry.summary ?? entry.title : problemText(entry.problem)}
          flags={entry.problem === null ? [] : ["not a skill"]}
          meta={entry.readable === "too_large"
            ? `${fileSize(entry.size, entry.least)}, at its source`
            : fileSize(entry.size, entry.least)}
        />
      );
  }
}

export function skillFlags(
  skill: Pick<Skill, "serving" | "unlisted">,
): readonly string[] {
  return [
    ...(skill.serving === "described" ? ["described only"] : []),
    ...(skill.unlisted === "hidden" ? ["hidden"] : []),
    ...(skill.unlisted === "duplicate" ? ["duplicate"] : []),
  ];
}

export function problemText({ message, line }: Problem): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}

/** What is wrong, file by file. */
export function Problems({ list, title, pageOf }: {
  readonly list: DiagnosticList;
  /** Null for a file that has no page: what is closed has none. */
  readonly pageOf: (path: string) => string | null;
  readonly title: string;
}) {
  if (list.shown.length === 0) return null;
  return (
    <section class="problems" aria-labelledby="problems">
      <h2 id="problems">
        <Icon name="warning" /> {title}
      </h2>
      <ul>
        {list.shown.map((problem) => {
          const page = pageOf(problem.path);
          const path = <Path of={problem.path} />;
          return (
            <li>
              {page === null ? path : <a href={page}>{path}</a>}: <Text of={problemText(problem)} />
            </li>
          );
        })}
      </ul>
      {list.more > 0 && <p>and {list.more} more</p>}
    </section>
  );
}

/** Where a list goes on. */
export function Pager({ shown, start, total, first, next }: {
  readonly shown: number;
  readonly start: number;
  readonly total: number;
  readonly first: string;
  readonly next: string | null;
}) {
  if (start === 0 && next === null) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <p>{start + 1} to {start + shown} of {total.toLocaleString("en")}</p>
      {start > 0 && <a class="button button-quiet" href={first}>First page</a>}
      {next !== null && <a class="button button-quiet" href={next} rel="next">Next page</a>}
    </nav>
  );
}
