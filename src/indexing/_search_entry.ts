import type { SearchEntry } from "../../contracts/search_index.ts";
import { decodeText, type SearchableFile } from "../format/mod.ts";
import type { CommitBytes } from "./_commit_bytes.ts";

/** A file as search takes it: its text is read only where the previous index does not have it. */
export function searchEntry(file: SearchableFile, source: CommitBytes, begun: () => void): SearchEntry {
  const { path, group, fingerprint, body, name, description, headings, language } = file;
  return {
    path,
    group,
    fingerprint,
    async fields() {
      begun();
      const bytes = body && (await source.read(body.content)).subarray(body.start);
      return { name, description, headings, body: (bytes && decodeText(bytes)) ?? "", language };
    },
  };
}
