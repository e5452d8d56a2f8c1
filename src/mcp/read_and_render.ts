import type { z } from "zod";
import type { Failure } from "../../contracts/errors.ts";
import type { Mount } from "../../contracts/ports.ts";
import { type Result, success } from "../../contracts/result.ts";
import { openSnapshot, type Snapshot, type SnapshotSources } from "../reading/mod.ts";
import { checkArguments } from "./check_arguments.ts";

/** One question to a mount. */
export interface Question {
  readonly sources: SnapshotSources;
  readonly mount: Mount;
  /** As the client sent it. */
  readonly given: unknown;
  /** How long to wait for a commit that is being indexed. */
  readonly waitMs: number;
  /** What the text may take as a JSON string, its quotes counted. UTF-8 bytes. */
  readonly budgetBytes: number;
  readonly signal: AbortSignal;
}

/** Checks the arguments, opens the commit, reads it, and renders what was found for a model. */
export async function readAndRender<Schema extends z.ZodObject, Found>(
  question: Question,
  schema: Schema,
  read: (
    snapshot: Snapshot,
    input: z.output<Schema>,
  ) => Result<Found, Failure> | Promise<Result<Found, Failure>>,
  render: (found: Found, budgetBytes: number) => string,
): Promise<Result<string, Failure>> {
  const input = checkArguments(schema, question.given);
  if (!input.ok) return input;
  const { sources, mount, waitMs, signal } = question;
  const snapshot = await openSnapshot(sources, mount, waitMs, signal);
  if (!snapshot.ok) return snapshot;
  const found = await read(snapshot.value, input.value);
  return found.ok ? success(render(found.value, question.budgetBytes)) : found;
}
