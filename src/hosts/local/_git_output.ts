import type { HostFailure } from "../../../contracts/git_host.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import type { GitCommand, GitRunner } from "./git_runner.ts";

export const NO_GIT: HostFailure = {
  reason: "unavailable",
  detail: "the directory is in a git repository, and git is not installed on this machine",
};

export const GIT_STOPPED: HostFailure = {
  reason: "unavailable",
  detail: "git failed or took too long to read the repository",
};

/** git ends at once with an error, as for a configuration that is not one: it does so every time. */
export const GIT_REFUSES: HostFailure = {
  reason: "unsupported",
  detail: "git cannot read the repository, for its configuration or one of its own files is broken",
};

/** Far more than the few names and hashes that such commands print. */
const MAX_BYTES = 64 * 1024;

/** What a `git` command that prints little answers: its exit code and text, without the last line feed. */
export async function gitOutput(
  run: GitRunner,
  command: GitCommand,
): Promise<Result<{ readonly code: number; readonly text: string }, HostFailure>> {
  const process = run(command);
  if (process === null) return failure(NO_GIT);
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of process.output) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES) break;
  }
  const end = await process.end;
  return end === "killed" ? failure(GIT_STOPPED) : success({ code: end, text: text.replace(/\n$/, "") });
}
