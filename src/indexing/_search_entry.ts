import type { SearchEntry } from "../../contracts/ports.ts";
import { decodeText, type SearchableFile } from "../format/mod.ts";
import type { CommitBytes } from "./_commit_bytes.ts";

/** A file as search takes it: its text is read only where the previous index does not have it. */
export function searchEntry(file: SearchableFile, source: CommitBytes): SearchEntry {
  const { path, group, fingerprint, content, name, description, headings, language, bodyStart } = file;
  return {
    path,
    group,
    fingerprint,
    async fields() {
      const body = decodeText((await source.read(content)).subarray(bodyStart)) ?? "";
      return { name, description, headings, body, language };
    },
  };
}
