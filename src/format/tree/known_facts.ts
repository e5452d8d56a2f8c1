import type { FileFacts } from "../../../contracts/domain.ts";
import type { ServingMode } from "../../../contracts/mounts.ts";
import type { Step } from "../reading_step.ts";
import type { Admission } from "./served_files.ts";

/** What is known of the files that were asked for. */
export interface KnownFacts {
  /** Asks for the facts of files whose bytes are stored, once each. */
  learn(admissions: Iterable<Admission>): Step<void>;
  /** Undefined when the file was not asked for or could not be had. */
  of(path: string): FileFacts | undefined;
}

/** Roles that are read before it is known which files a licence keeps at their source. */
const READ_FIRST = new Set(["skill", "manifest", "licence"]);

export function createKnownFacts(serving: ServingMode): KnownFacts {
  const facts = new Map<string, FileFacts>();
  return {
    *learn(admissions) {
      const wanted = [];
      for (const { file: { path, hash, role, size }, stored } of admissions) {
        if (!stored || facts.has(path)) continue;
        wanted.push({ path, hash, role, size, undecided: serving === "licensed" && READ_FIRST.has(role) });
      }
      if (wanted.length === 0) return;
      const told = yield wanted;
      for (const { path } of wanted) {
        const known = told.get(path);
        if (known !== undefined) facts.set(path, known);
      }
    },
    of: (path) => facts.get(path),
  };
}
