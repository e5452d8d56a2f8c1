import type { CommitHash, RepoPath } from "../../../contracts/addresses.ts";
import type { CatalogView, PathTable, ProblemKind, Rows } from "../../../contracts/catalog_view.ts";
import type { Diagnostic, FolderCounts } from "../../../contracts/domain.ts";
import { ROOT_PATH } from "../../format/mod.ts";
import { type JoinedRows, joinedRows } from "./joined_rows.ts";
import { type JoinedMember, type MemberPaths, memberPaths } from "./member_paths.ts";

/** What is said of the whole. */
export interface JoinedHead {
  readonly commit: CommitHash;
  readonly name: string;
  readonly description: string | null;
  /** Of members that cannot be had, by their folders. */
  readonly problems: readonly Diagnostic[];
}

interface Part extends MemberPaths {
  readonly member: JoinedMember;
  readonly view: CatalogView;
  readonly mounted: RepoPath;
  readonly rows: JoinedRows;
  readonly counts: FolderCounts;
}

const NOTHING: FolderCounts = { skills: 0, documents: 0 };

/** One catalog of several, a folder each. It holds nothing of them and asks each for what is asked of it. */
export async function joinedView(members: readonly JoinedMember[], head: JoinedHead): Promise<CatalogView> {
  const parts = (await Promise.all(members.map(partOf))).toSorted(inPathOrder);
  const counts = parts.reduce((sum, part) => ({
    skills: sum.skills + part.counts.skills,
    documents: sum.documents + part.counts.documents,
  }), NOTHING);
  const partial = new Set(parts.flatMap(({ view }) => view.partial));

  /** The part that a path belongs to, and what it is there; null: none. */
  function at(path: string): { readonly part: Part; readonly inside: RepoPath } | null {
    for (const part of parts) {
      const inside = part.into(path);
      if (inside !== null) return { part, inside };
    }
    return null;
  }

  function table<Row, Kind extends string>(
    tableOf: (view: CatalogView) => PathTable<Row, Kind>,
    rowOf: (part: Part) => (row: Row) => Row,
  ): PathTable<Row, Kind> {
    return {
      async at(path) {
        const found = at(path);
        const row = found === null ? null : await tableOf(found.part.view).at(found.inside);
        return found === null || row === null ? null : rowOf(found.part)(row);
      },
      page: ({ kind, below, start, count }) =>
        across(below, start, count, async (part, inside, from, most) => {
          const page = await tableOf(part.view).page({ kind, below: inside, start: from, count: most });
          return { rows: page.rows.map(rowOf(part)), total: page.total };
        }),
      async *each(kind, below) {
        for (
          const { part, inside } of below === ROOT_PATH ? wholes() : [at(below)].flatMap((one) => one ?? [])
        ) {
          for await (const row of tableOf(part.view).each(kind, inside)) yield rowOf(part)(row);
        }
      },
    };
  }

  const wholes = () => parts.map((part) => ({ part, inside: part.mounted }));

  /** Rows of the part that a directory lies in, or of all parts one behind the other. */
  async function across<Row>(
    below: RepoPath,
    start: number,
    count: number,
    ask: (part: Part, inside: RepoPath, start: number, count: number) => Promise<Rows<Row>>,
  ): Promise<Rows<Row>> {
    const found = at(below);
    if (below !== ROOT_PATH) {
      return found === null ? { rows: [], total: 0 } : await ask(found.part, found.inside, start, count);
    }
    const rows: Row[] = [];
    let total = 0;
    for (const { part, inside } of wholes()) {
      const left = count - rows.length;
      const page = await ask(part, inside, Math.max(0, start - total), Math.max(0, left));
      if (start < total + page.total) rows.push(...page.rows.slice(0, left));
      total += page.total;
    }
    return { rows, total };
  }

  function folders(start: number, count: number) {
    return parts.slice(start, start + count).map(({ member: { alias }, out, mounted }) => ({
      alias,
      path: out(mounted),
    }));
  }

  /** Of members: errors, and of no manifest. */
  const told = (kind: ProblemKind, path: string) =>
    kind !== "any" && kind !== "error"
      ? []
      : head.problems.filter((problem) => path === ROOT_PATH || problem.path === path);

  return {
    commit: head.commit,
    partial: [...partial],
    licence: null,
    rootSkill: null,
    counts: {
      ...counts,
      files: parts.reduce((sum, { view }) => sum + view.counts.files, 0),
      invalidSkills: parts.reduce((sum, { view }) => sum + view.counts.invalidSkills, 0),
    },
    skills: table((view) => view.skills, ({ rows }) => rows.skill),
    files: table((view) => view.files, ({ rows }) => rows.file),
    manifests: {
      ...table((view) => ({ ...view.manifests, page: NO_PAGES }), ({ rows }) => rows.manifest),
    },
    describedOnly: {
      ...table((view) => ({ ...view.describedOnly, page: NO_PAGES }), ({ rows }) => rows.describedOnly),
    },
    folders: {
      async at(path) {
        if (path === ROOT_PATH) {
          const { name, description } = head;
          return {
            path: ROOT_PATH,
            served: true,
            name,
            description,
            manifestPath: null,
            overview: null,
            counts,
          };
        }
        const found = at(path);
        const row = found === null ? null : await found.part.view.folders.at(found.inside);
        return found === null || row === null ? null : found.part.rows.folder(row);
      },
    },
    problems: {
      async at(kind, path, count) {
        const found = at(path);
        if (found === null) return pageOf(told(kind, path), 0, count);
        const page = await found.part.view.problems.at(kind, found.inside, count);
        return { rows: page.rows.map(found.part.rows.problem), total: page.total };
      },
      async within(kind, directory, count) {
        const own = told(kind, directory);
        const page = await across(directory, 0, count, async (part, inside, _start, most) => {
          const found = await part.view.problems.within(kind, inside, most);
          return { rows: found.rows.map(part.rows.problem), total: found.total };
        });
        return { rows: [...own, ...page.rows].slice(0, count), total: own.length + page.total };
      },
      async *each() {
        yield* head.problems;
        for (const { view, rows } of parts) {
          for await (const problem of view.problems.each()) yield rows.problem(problem);
        }
      },
    },
    async browsed(kind, directory, start, count) {
      if (directory === ROOT_PATH) {
        const rows = kind === "skill"
          ? []
          : folders(start, count).map(({ path }) => ({ kind: "folder", path, directory: path } as const));
        return { rows, total: kind === "skill" ? 0 : parts.length };
      }
      return await across(directory, start, count, async (part, inside, from, most) => {
        const page = await part.view.browsed(kind, inside, from, most);
        return { rows: page.rows.map(part.rows.browsed), total: page.total };
      });
    },
    async resources(directory, start, count) {
      if (directory === ROOT_PATH) {
        const rows = folders(start, count).map(({ path }) =>
          ({ kind: "directory", path, isText: false, lfsPointer: false }) as const
        );
        return { rows, total: parts.length };
      }
      return await across(directory, start, count, async (part, inside, from, most) => {
        const page = await part.view.resources(inside, from, most);
        return { rows: page.rows.map(part.rows.resource), total: page.total };
      });
    },
    async named(name) {
      const found = await Promise.all(parts.map(async ({ view, rows, mounted }) => {
        const inside = (await view.named(name)).filter(({ path }) =>
          mounted === ROOT_PATH || path.startsWith(`${mounted}/`)
        );
        return inside.map(rows.named);
      }));
      return found.flat();
    },
  };
}

/** Of tables that nobody pages. */
const NO_PAGES = () => Promise.resolve({ rows: [], total: 0 });

async function partOf(member: JoinedMember): Promise<Part> {
  const { alias, source: { view, path: mounted } } = member;
  const paths = memberPaths(member);
  const folder = await view.folders.at(mounted);
  return {
    ...paths,
    member,
    view,
    mounted,
    rows: joinedRows(alias, paths),
    counts: folder?.counts ?? NOTHING,
  };
}

/** As their files stand in path order. */
function inPathOrder({ member: one }: Part, { member: other }: Part): number {
  return `${one.alias}/` < `${other.alias}/` ? -1 : 1;
}

function pageOf<Row>(rows: readonly Row[], start: number, count: number): Rows<Row> {
  return { rows: rows.slice(start, start + count), total: rows.length };
}
