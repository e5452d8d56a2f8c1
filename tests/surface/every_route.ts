/** A request to every route that answers for an address. */
import { message } from "./mcp.ts";

const ORIGIN = "http://127.0.0.1";

/** The one skill that the routes ask for. */
export const SKILL = "skills/s/SKILL.md";

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const callsOf = (skill: string): readonly Call[] => [
  ["browse_repo", {}],
  ["browse_repo", { path: directoryOf(skill) }],
  ["search_repo", { query: "content" }],
  ["load_skill", { path: skill }],
  ["read_repo_file", { path: skill }],
];

/** Below `/api/v1/`, each before and behind the address. */
const restOf = (skill: string): readonly (readonly [route: string, query: string])[] => [
  ["mounts", ""],
  ["browse", ""],
  ["search", "?query=content"],
  ["skills", `?path=${skill}`],
  ["files", `?path=${skill}`],
  ["raw", `?path=${skill}`],
  ["diff", ""],
  ["archive", `?path=${skill}&format=zip`],
  ["archive", `?path=${skill}&format=tar.gz`],
  ["badge", ""],
];

export const REST = restOf(SKILL);

/** @param uri Of the repository in the skills extension, without the path. */
export function everyRoute(address: string, uri: string, skill = SKILL): ReadonlyMap<string, Request> {
  const url = `${ORIGIN}${address}`;
  const ask = (method: string, params: Readonly<Record<string, unknown>> = {}) =>
    message("modern", url, { method, params });
  const page = (query: string) => new Request(`${url}${query}`, { headers: { accept: "text/html" } });
  return new Map([
    ...callsOf(skill).map(([name, args]): [string, Request] => [
      `${name} ${JSON.stringify(args)}`,
      ask("tools/call", { name, arguments: args }),
    ]),
    [
      "initialize",
      message("legacy", url, {
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      }),
    ],
    ["use_skill", ask("prompts/get", { name: "use_skill", arguments: { path: skill } })],
    ["skills/list", ask("skills/list")],
    ["skills/get", ask("skills/get", { uri: `${uri}/${skill}` })],
    ["resources/list", ask("resources/list")],
    ["resources/read", ask("resources/read", { uri: `${uri}/${skill}` })],
    ["resources/directory/read", ask("resources/directory/read", { uri: `${uri}/${directoryOf(skill)}` })],
    ...restOf(skill).map(([route, query]): [string, Request] => [
      `REST ${route}${query}`,
      new Request(`${ORIGIN}/api/v1/${route}${address}${query}`),
    ]),
    ["page", page("")],
    ["page of the skill", page(`?skill=${skill}`)],
    ["page of the file", page(`?file=${skill}`)],
    ["agent-skills index", new Request(`${url}/.well-known/agent-skills/index.json`)],
    ["skills index", new Request(`${url}/.well-known/skills/index.json`)],
  ]);
}

function directoryOf(skill: string): string {
  return skill.slice(0, skill.lastIndexOf("/"));
}
