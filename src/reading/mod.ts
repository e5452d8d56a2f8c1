export { browse, type BrowseRequest } from "./browse.ts";
export { loadSkill, type LoadSkillRequest } from "./load_skill.ts";
export { heading, overview, overviewWithoutIndex } from "./overview.ts";
export { readFile, type ReadFileRequest } from "./read_file.ts";
export { search, type SearchRequest } from "./search.ts";
export { openSnapshot, type Snapshot, type SnapshotSources } from "./snapshot.ts";
export { sourceOf } from "./source.ts";
