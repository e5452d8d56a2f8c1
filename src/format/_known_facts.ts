import type { FileFacts } from "../../contracts/domain.ts";
import type { Step } from "./_pause.ts";
import type { Admission } from "./_served_files.ts";

/** What is known of the files that were asked for. */
export interface KnownFacts {
  /** Asks for the facts of files whose bytes are stored, once each. */
  learn(admissions: Iterable<Admission>): Step<void>;
  /** Undefined when the file was not asked for or could not be had. */
  of(path: string): FileFacts | undefined;
}

export function createKnownFacts(): KnownFacts {
  const facts = new Map<string, FileFacts>();
  return {
    *learn(admissions) {
      const wanted = [];
      for (const { file: { path, hash, role, size }, stored } of admissions) {
        if (stored && !facts.has(path)) wanted.push({ path, hash, role, size });
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
