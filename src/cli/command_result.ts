/** What a command prints and how it ends. Texts without a last line break; empty: nothing is printed. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export function done(out: string): CommandResult {
  return { code: 0, out, err: "" };
}

export function failed(code: number, err: string): CommandResult {
  return { code, out: "", err };
}
