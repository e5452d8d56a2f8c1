export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A fresh unguessable identifier. */
export type NewId = () => string;

/** Structured log. Never given query text, file content, credentials or addresses of private repositories. */
export type Log = (
  level: "debug" | "info" | "warn" | "error",
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | null>>,
) => void;
