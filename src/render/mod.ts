export { renderBrowse } from "./browse.ts";
export { type FailureContext, renderFailure } from "./failure.ts";
export { renderFile } from "./file.ts";
export { renderIndexing } from "./indexing.ts";
export { renderInstructions } from "./instructions.ts";
export { renderSearch } from "./search.ts";
export { renderServerInfo, type ServerInfo } from "./server_info.ts";
export { renderSkill } from "./skill.ts";
export { renderUseSkill } from "./use_skill.ts";
