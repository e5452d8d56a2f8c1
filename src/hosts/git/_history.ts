import { readCommit } from "./tree/commit_object.ts";
import type { Connect, Connection, GitRemote } from "./transport/connection.ts";
import { readFetchReply } from "./transport/fetch_reply.ts";
import { fetchRequest } from "./transport/fetch_request.ts";
import { isRefusal } from "./git_failure.ts";
import type { GitLimits } from "./git_limits.ts";
import { type Pack, receivePack } from "./pack/pack_reader.ts";
import { createBoundedMap } from "../../flow/mod.ts";

/**
 * What is in the history of a commit, proven by hashes alone. A host may hand out any object it
 * stores, those of forks included, so that nothing is proven by its having one.
 */
export interface History {
  /** Whether `tip` leads to `commit`; false also when that could not be proven. */
  proves(remote: GitRemote, tip: string, commit: string): Promise<boolean>;
  /** The only commit in the history of `tip` whose hash starts so; null also when it is too long to tell. */
  startingWith(remote: GitRemote, tip: string, prefix: string): Promise<string | null>;
}

/** What was proven to be in the history of a tip. */
interface Proven {
  readonly tip: string;
  readonly commits: ReadonlySet<string>;
}

const MAX_REMOTES = 1000;
const MAX_PROVEN = 1000;

export function createHistory(connect: Connect, limits: GitLimits): History {
  const remembered = createBoundedMap<Proven>(MAX_REMOTES);
  const historyLimits: GitLimits = { ...limits, packBytes: limits.historyBytes };

  /** The commits between; null when the host does not know `commit`, or there are too many. */
  async function commitsBetween(
    connection: Connection,
    tip: string,
    commit: string | null,
  ): Promise<Pack | null> {
    const { capabilities, request } = connection;
    const wanted = { wants: [tip], haves: commit === null ? [] : [commit], filter: "tree:0" };
    const ask = (done: boolean) =>
      request("history", fetchRequest(capabilities, { ...wanted, done }), async (packets, pace) => {
        const { acknowledged, pack } = await readFetchReply(packets);
        return {
          acknowledged,
          pack: pack === null ? null : await receivePack(pack, historyLimits, pace, "start"),
        };
      });
    try {
      const reply = await ask(commit === null);
      // Known to the host, but it would go on to negotiate: it is told to send what it has.
      const isUndecided = reply.pack === null && reply.acknowledged === "common";
      const pack = isUndecided ? (await ask(true)).pack : reply.pack;
      return pack?.whole ? pack : null;
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  /** Asks the host. Only hashes count: its word alone is wrong where commits' clocks are. */
  async function ask(remote: GitRemote, tip: string, commit: string): Promise<boolean> {
    const pack = await commitsBetween(await connect(remote), tip, commit);
    if (pack === null) return false;
    for await (const { parents } of walk(pack, tip)) {
      if (parents.includes(commit)) return true;
    }
    return false;
  }

  /** What is proven for a tip; what was proven for an earlier one holds once that one is in its history. */
  async function provenFor(remote: GitRemote, tip: string): Promise<Proven> {
    const known = remembered.get(remote.id);
    if (known?.tip === tip) return known;
    const isLater = known !== undefined && await ask(remote, tip, known.tip);
    const proven: Proven = {
      tip,
      commits: new Set(isLater ? [...known.commits, known.tip].slice(-MAX_PROVEN) : []),
    };
    remembered.set(remote.id, proven);
    return proven;
  }

  return {
    async proves(remote, tip, commit) {
      if (tip === commit) return true;
      const proven = await provenFor(remote, tip);
      if (proven.commits.has(commit)) return true;
      if (!await ask(remote, tip, commit)) return false;
      // Meanwhile another tip may have been asked about, and what is proven for it says nothing here.
      const now = remembered.get(remote.id);
      if (now?.tip === tip) {
        remembered.set(remote.id, { tip, commits: new Set([...now.commits, commit].slice(-MAX_PROVEN)) });
      }
      return true;
    },
    async startingWith(remote, tip, prefix) {
      const pack = await commitsBetween(await connect(remote), tip, null);
      if (pack === null) return null;
      let found: string | null = null;
      for await (const { hash } of walk(pack, tip)) {
        if (!hash.startsWith(prefix)) continue;
        if (found !== null) return null;
        found = hash;
      }
      return found;
    },
  };
}

/** The commits of a pack that lead from `tip`, each once. */
async function* walk(
  pack: Pack,
  tip: string,
): AsyncGenerator<{ readonly hash: string; readonly parents: readonly string[] }> {
  const seen = new Set([tip]);
  const next = [tip];
  for (let hash = next.pop(); hash !== undefined; hash = next.pop()) {
    const object = pack.get(hash);
    if (object?.type !== "commit") continue;
    const { parents } = readCommit(await pack.read(hash));
    yield { hash, parents };
    for (const parent of parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      next.push(parent);
    }
  }
}
