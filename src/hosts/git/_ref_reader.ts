import type { Clock } from "../../../contracts/ambient.ts";
import type { Connect, GitRemote } from "./transport/connection.ts";
import type { GitLimits } from "./git_limits.ts";
import { lsRefsRequest, readRefs, type Refs } from "./transport/ls_refs.ts";
import { createBoundedMap } from "../../flow/mod.ts";

/** The refs that start with one of the prefixes, and HEAD. Throws `GitFailure`. */
export type ReadRefs = (remote: GitRemote, prefixes: readonly string[]) => Promise<Refs>;

/** Facts and ref of one call are one question to the host; more would let an answer grow old. */
const ONE_QUESTION_MS = 1000;

/** Names asked for before that are asked for again together with HEAD. */
const MAX_NAMES = 16;
const MAX_REMOTES = 5000;

/** Answers with more refs are not kept. */
const MAX_KEPT_REFS = 1000;

interface Answer {
  readonly prefixes: ReadonlySet<string>;
  readonly asked: number;
  readonly refs: Promise<Refs>;
}

/**
 * Reads refs with as few requests as can be: whoever asks for facts asks for a ref next, so the refs
 * that were asked for lately come along, and an answer of this moment is used again.
 */
export function createRefReader(connect: Connect, clock: Clock, limits: GitLimits): ReadRefs {
  const answers = createBoundedMap<Answer>(MAX_REMOTES);
  const names = createBoundedMap<ReadonlySet<string>>(MAX_REMOTES);

  async function ask(remote: GitRemote, prefixes: ReadonlySet<string>): Promise<Refs> {
    const { capabilities, request } = await connect(remote);
    const body = lsRefsRequest(capabilities, prefixes);
    return await request("refs", body, (packets) => readRefs(packets, limits));
  }

  return async (remote, wanted) => {
    const { since = 0 } = remote;
    // Behind `since`, whatever the clock says: what is asked for now was asked for later.
    const now = Math.max(clock.now(), since + 1);
    const answer = answers.get(remote.id);
    const isFresh = answer !== undefined && Math.abs(now - answer.asked) <= ONE_QUESTION_MS &&
      answer.asked > since;
    if (isFresh && wanted.every((prefix) => answer.prefixes.has(prefix))) return await answer.refs;

    const lately = [...wanted, ...names.get(remote.id) ?? []].slice(0, Math.max(MAX_NAMES, wanted.length));
    const prefixes = new Set(["HEAD", ...lately]);
    const refs = ask(remote, prefixes);
    const asked: Answer = { prefixes, asked: now, refs };
    answers.set(remote.id, asked);
    try {
      const found = await refs;
      if (found.size > MAX_KEPT_REFS && answers.peek(remote.id) === asked) answers.delete(remote.id);
      // A prefix of everything is asked for by few, and costs the host too much to be asked again.
      names.set(remote.id, new Set(lately.filter((prefix) => !prefix.endsWith("/"))));
      return found;
    } catch (error) {
      if (answers.peek(remote.id) === asked) answers.delete(remote.id);
      throw error;
    }
  };
}
