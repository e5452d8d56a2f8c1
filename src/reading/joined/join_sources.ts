import { createHash } from "node:crypto";
import type { ContentId, Diagnostic } from "../../../contracts/domain.ts";
import type { SearchHit, SearchReader } from "../../../contracts/search_index.ts";
import type { SetCitation, Source } from "../../../contracts/source.ts";
import { isWithin, memberContent, parseCommitHash, ROOT_PATH } from "../../format/mod.ts";
import { joinedView } from "./joined_view.ts";
import { type JoinedMember, memberPaths } from "./member_paths.ts";

/** Several sources as one, and what is said of it. */
export interface Joining {
  /** Their aliases differ. */
  readonly members: readonly JoinedMember[];
  readonly name: string;
  readonly description: string | null;
  /** Of members that cannot be had, by their folders. */
  readonly problems: readonly Diagnostic[];
  readonly citation: Omit<SetCitation, "kind" | "digest" | "path">;
  readonly uriBase: readonly string[];
}

/** Reads several sources as one tree, each below a folder of its own: every rule of reading holds for it as for each of them. */
export async function joinSources(joining: Joining): Promise<Source> {
  const { members, name, description, problems } = joining;
  const digest = digestOf(members);
  const commit = parseCommitHash(digest.slice(0, 40));
  if (!commit.ok) throw new Error("Cannot name what is joined: its hash is none");
  const byAlias = new Map(members.map(({ alias, source }) => [alias, source]));
  const parts = members.map((member) => ({ ...member, ...memberPaths(member) }));

  function of<Value>(
    id: ContentId,
    read: (source: Source, id: ContentId) => Promise<Value | null>,
  ): Promise<Value | null> {
    const named = memberContent(id);
    const source = named === null ? undefined : byAlias.get(named.member);
    return named === null || source === undefined ? Promise.resolve(null) : read(source, named.id);
  }

  function urlOf(path: string, find: (source: Source) => Source["webUrl"]): string | null {
    for (const { source, into } of parts) {
      const inside = into(path);
      if (inside !== null) return find(source)(inside);
    }
    return null;
  }

  let reader: Promise<SearchReader | null> | null = null;
  return {
    citation: { ...joining.citation, kind: "set", digest, path: ROOT_PATH },
    path: ROOT_PATH,
    description,
    binding: ["set", digest],
    uriBase: joining.uriBase,
    view: await joinedView(members, { commit: commit.value, name, description, problems }),
    search: () => reader ??= joinedReader(members),
    content: (id) => of(id, (source, inside) => source.content(inside)),
    text: (id) => of(id, (source, inside) => source.text(inside)),
    async restore() {
      const [first, ...others] = await Promise.all(members.map(({ source }) => source.restore()));
      return first ?? others[0] ?? { code: "internal", hint: "Repeat the request later" };
    },
    webUrl: (path) => urlOf(path, (source) => source.webUrl),
    rawUrl: (path) => urlOf(path, (source) => source.rawUrl),
  };
}

/** The best of each member first, then the second ones: how well something fits is no number that two indexes share. */
async function joinedReader(members: readonly JoinedMember[]): Promise<SearchReader | null> {
  const opened = await Promise.all(
    members.map(async (member) => ({ member, reader: await member.source.search() })),
  );
  const parts = opened.flatMap(({ member, reader }) =>
    reader === null ? [] : [{ member, reader, ...memberPaths(member) }]
  );
  const [first] = parts;
  if (first === undefined || parts.length < members.length) return null;
  return {
    bytes: parts.reduce((sum, { reader }) => sum + reader.bytes, 0),
    excerpt: first.reader.excerpt,
    search(query, within, most) {
      const ranked: { readonly rank: number; readonly hit: SearchHit }[] = [];
      let total = 0;
      for (const { member: { source }, reader, into, out } of parts) {
        const inside = within === ROOT_PATH ? source.path : into(within);
        if (inside === null) continue;
        const found = reader.search(query, inside, most);
        total += found.total;
        ranked.push(...found.hits.map((hit, rank) => ({
          rank,
          hit: {
            ...hit,
            // A skill that lies above the member's directory cannot stand for its files.
            path: out(isWithin(hit.path, source.path) ? hit.path : hit.best),
            members: hit.members.map(out),
            best: out(hit.best),
          },
        })));
      }
      const hits = ranked.toSorted((one, other) => one.rank - other.rank).map(({ hit }) => hit);
      return { hits: most === undefined ? hits : hits.slice(0, most), total };
    },
  };
}

/** Of everything that the members are bound to, so that what goes on holds for the same state alone. */
function digestOf(members: readonly JoinedMember[]): string {
  const hash = createHash("sha256");
  for (const { alias, source: { binding, path } } of members) {
    hash.update(JSON.stringify([alias, path, ...binding]));
  }
  return hash.digest("hex");
}
