import type { IndexProgress } from "../../../contracts/index_progress.ts";
import type { Failure } from "../../../contracts/errors.ts";

/** Why there is nothing to read yet, or not for now. */
export type IndexStatus =
  | {
    readonly status: "indexing";
    readonly retryAfterSeconds: number;
    readonly progress: IndexProgress | null;
  }
  | { readonly status: "failed"; readonly reason: string | null; readonly retryAfterSeconds: number | null };

/** Null for a failure that is no matter of indexing. */
export function indexStatus({ code, reason, retryAfterSeconds, progress }: Failure): IndexStatus | null {
  switch (code) {
    case "index.indexing":
      return { status: "indexing", retryAfterSeconds: retryAfterSeconds ?? 0, progress: progress ?? null };
    case "index.failed":
      return { status: "failed", reason: reason ?? null, retryAfterSeconds: retryAfterSeconds ?? null };
    default:
      return null;
  }
}
