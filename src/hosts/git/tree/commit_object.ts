import { broken } from "../git_failure.ts";

export interface CommitObject {
  readonly tree: string;
  readonly parents: readonly string[];
}

/** The header lines that matter of a commit; its message may be anything. */
export function readCommit(bytes: Uint8Array): CommitObject {
  const text = new TextDecoder().decode(bytes);
  const [, tree, lines = ""] = /^tree ([0-9a-f]{40})\n((?:parent [0-9a-f]{40}\n)*)/.exec(text) ?? [];
  if (tree === undefined) throw broken("holds a commit without a tree");
  return { tree, parents: lines.match(/[0-9a-f]{40}/g) ?? [] };
}
