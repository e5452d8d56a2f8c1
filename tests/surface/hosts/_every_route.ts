/** A request to every route that answers for an address. */
import { message } from "../mcp.ts";

const ORIGIN = "http://127.0.0.1";

/** The one skill that the routes ask for. */
export const SKILL = "skills/s/SKILL.md";

const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["browse_repo", {}],
  ["browse_repo", { path: "skills/s" }],
  ["search_repo", { query: "content" }],
  ["load_skill", { path: SKILL }],
  ["read_repo_file", { path: SKILL }],
];

/** Below `/api/v1/`, each before and behind the address. */
export const REST: readonly (readonly [route: string, query: string])[] = [
  ["mounts", ""],
  ["browse", ""],
  ["search", "?query=content"],
  ["skills", `?path=${SKILL}`],
  ["files", `?path=${SKILL}`],
  ["raw", `?path=${SKILL}`],
  ["archive", `?path=${SKILL}&format=zip`],
  ["archive", `?path=${SKILL}&format=tar.gz`],
  ["badge", ""],
];

/** @param uri Of the repository in the skills extension, without the path. */
export function everyRoute(address: string, uri: string): ReadonlyMap<string, Request> {
  const url = `${ORIGIN}${address}`;
  const ask = (method: string, params: Readonly<Record<string, unknown>> = {}) =>
    message("modern", url, { method, params });
  const page = (query: string) => new Request(`${url}${query}`, { headers: { accept: "text/html" } });
  return new Map([
    ...CALLS.map(([name, args]): [string, Request] => [
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
    ["use_skill", ask("prompts/get", { name: "use_skill", arguments: { path: SKILL } })],
    ["skills/list", ask("skills/list")],
    ["skills/get", ask("skills/get", { uri: `${uri}/${SKILL}` })],
    ["resources/list", ask("resources/list")],
    ["resources/read", ask("resources/read", { uri: `${uri}/${SKILL}` })],
    ["resources/directory/read", ask("resources/directory/read", { uri: `${uri}/skills/s` })],
    ...REST.map(([route, query]): [string, Request] => [
      `REST ${route}${query}`,
      new Request(`${ORIGIN}/api/v1/${route}${address}${query}`),
    ]),
    ["page", page("")],
    ["page of the skill", page(`?skill=${SKILL}`)],
    ["page of the file", page(`?file=${SKILL}`)],
    ["agent-skills index", new Request(`${url}/.well-known/agent-skills/index.json`)],
    ["skills index", new Request(`${url}/.well-known/skills/index.json`)],
  ]);
}
