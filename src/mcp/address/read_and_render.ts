import type { Failure } from "../../../contracts/errors.ts";
import type { Mount } from "../../../contracts/mounts.ts";
import { type Result, success } from "../../../contracts/result.ts";
import { type ResponseCache, responseKey } from "../../http/mod.ts";
import { openSnapshot, type OpenSnapshotDeps, type Snapshot } from "../../reading/mod.ts";

export interface QuestionDeps {
  readonly sources: OpenSnapshotDeps;
  readonly responses: ResponseCache;
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
  readonly signal: AbortSignal;
}

/** How one kind of question is answered. */
export interface Answering<Input, Found> {
  readonly kind: string;
  readonly parse: (given: unknown) => Result<Input, Failure>;
  readonly read: (
    snapshot: Snapshot,
    input: Input,
  ) => Result<Found, Failure> | Promise<Result<Found, Failure>>;
  readonly render: (found: Found, budgetBytes: number) => string;
  /** Whether a commit that is being indexed is waited for; left out, it is. */
  readonly waitsForIndex?: boolean;
}

/** Checks the arguments, opens the commit, reads it, and renders what was found for a model. */
export async function readAndRender<Input, Found>(
  question: Question,
  { kind, parse, read, render, waitsForIndex = true }: Answering<Input, Found>,
): Promise<Result<string, Failure>> {
  const input = parse(question.given);
  if (!input.ok) return input;
  const { sources, responses, mount, opened, waitUntil, budgetBytes, signal } = question;
  const waitMs = waitsForIndex ? Math.max(0, waitUntil - sources.clock.now()) : 0;
  const snapshot = opened === null ? await openSnapshot(sources, mount, waitMs, signal) : success(opened);
  if (!snapshot.ok) return snapshot;
  const key = responseKey(mount, kind, input.value, budgetBytes);
  const made = responses.get(key);
  if (made !== undefined) return success(made);
  const found = await read(snapshot.value, input.value);
  if (!found.ok) return found;
  const page = render(found.value, budgetBytes);
  responses.set(key, page);
  return success(page);
}
