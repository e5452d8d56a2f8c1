import type { Failure } from "../../../contracts/errors.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { type CountUse, type ResponseCache, responseKey } from "../../http/mod.ts";
import type { Answering } from "../reading_tools.ts";
import { answerFrom, openSnapshot, type OpenSnapshotDeps, type Snapshot } from "../../reading/mod.ts";

export interface QuestionDeps {
  readonly sources: OpenSnapshotDeps;
  readonly responses: ResponseCache;
  readonly count: CountUse;
}

/** One question to a mount. */
export interface Question extends QuestionDeps {
  readonly mount: Mount;
  /** The commit, where it was ready when the request came. */
  readonly opened: Snapshot | null;
  /** As the client sent it. */
  readonly given: unknown;
  /** Until when to wait for a commit that is being indexed. By the clock. */
  readonly waitUntil: number;
  /** What the text may take as a JSON string, its quotes counted. UTF-8 bytes. */
  readonly budgetBytes: number;
  readonly signal: () => AbortSignal;
}

/**
 * Checks the arguments, opens the commit, reads it, and renders what was found for a model: the text as JSON,
 * as it is remembered.
 */
export async function readAndRender<Input, Found>(
  question: Question,
  { kind, parse, read, render, waitsForIndex = true, useOf = () => null }: Answering<Input, Found>,
): Promise<Result<string, Failure>> {
  const { sources, responses, count, mount, opened, given, waitUntil, budgetBytes, signal } = question;
  // Arguments that were answered before are right.
  const key = isFlat(given) ? responseKey(mount, kind, given, budgetBytes) : null;
  const made = opened === null || key === null ? undefined : responses.get(key);
  if (made !== undefined && key !== null) {
    count(mount.snapshot, responses.useOf(key));
    return success(made);
  }

  const input = parse(given);
  if (!input.ok) return input;
  const waitMs = waitsForIndex ? Math.max(0, waitUntil - sources.clock.now()) : 0;
  const snapshot = opened === null
    ? await openSnapshot(sources, mount, waitMs, waitMs > 0 ? signal() : undefined)
    : success(opened);
  if (!snapshot.ok) return snapshot;
  const found = await answerFrom(snapshot.value, (source) => read(source, input.value));
  if (!found.ok) return found;
  const json = JSON.stringify(render(found.value, budgetBytes));
  const use = useOf(found.value);
  count(mount.snapshot, use);
  if (key !== null) responses.set(key, json, use);
  return success(json);
}

const MOST_ARGUMENTS = 8;
const LONGEST_ARGUMENT = 10_000;

/** Whether arguments are a few texts and numbers, as all are that any tool takes, so that they can be a key. */
function isFlat(given: unknown): boolean {
  if (given === undefined) return true;
  if (typeof given !== "object" || given === null || Array.isArray(given)) return false;
  const values: readonly unknown[] = Object.values(given);
  return values.length <= MOST_ARGUMENTS &&
    values.every((value) =>
      typeof value === "number" || typeof value === "string" && value.length <= LONGEST_ARGUMENT
    );
}
