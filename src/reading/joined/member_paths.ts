import type { RepoPath } from "../../../contracts/addresses.ts";
import type { Source } from "../../../contracts/source.ts";
import { ROOT_PATH } from "../../format/mod.ts";

/** One of several sources that are read as one, each in a folder of its own. */
export interface JoinedMember {
  /** The name of its folder: one segment of a path. */
  readonly alias: string;
  readonly source: Source;
}

/** Between the paths of a member and those of the whole. */
export interface MemberPaths {
  /** Where something of the member lies in the whole. What lies above its mount is named all the same, and read by nobody. */
  out(path: string): RepoPath;
  /** What a path of the whole is to the member; null: it is another's. */
  into(path: string): RepoPath | null;
}

export function memberPaths({ alias, source: { path: mounted } }: JoinedMember): MemberPaths {
  return {
    out(path) {
      const isInside = mounted === ROOT_PATH || path === mounted || path.startsWith(`${mounted}/`);
      const rest = !isInside || mounted === ROOT_PATH ? path : path.slice(mounted.length + 1);
      return joinedPath(rest === "" ? alias : `${alias}/${rest}`);
    },
    into(path) {
      if (path === alias) return mounted;
      if (!path.startsWith(`${alias}/`)) return null;
      const rest = path.slice(alias.length + 1);
      return joinedPath(mounted === ROOT_PATH ? rest : `${mounted}/${rest}`);
    },
  };
}

/** Made of paths that are ones, so that it is one. */
function joinedPath(text: string): RepoPath {
  return text as RepoPath;
}
