/**
 * An agent in front of the hostile repositories: the whole server in process over real git, one for all
 * tests of a file. Every row of the table of cases is told by what such an agent sees.
 */
import assert from "node:assert/strict";
import type { GitRepository } from "../support/git_repository.ts";
import { type HostileRepositories, hostileRepositories } from "../support/hostile_repositories.ts";
import { type TestServer, testServer, type TestServerOptions } from "../support/test_server.ts";
import { callTool, message, type ToolAnswer } from "./mcp.ts";
import { fenced, walkThrough } from "./walk.ts";

type Arguments = Record<string, unknown>;

export interface Agent {
  call(tool: string, args: Arguments): Promise<ToolAnswer>;
  /** The text of a folder's page, of up to 200 entries. */
  browse(path?: string): Promise<string>;
  search(query: string, more?: Arguments): Promise<string>;
  /** The first page of a skill. */
  load(path: string): Promise<string>;
  /** A skill's whole context, put together from its pages. */
  context(path: string): Promise<string>;
  /** A file's whole text, put together from its pages. */
  read(path: string): Promise<string>;
  /** The text of a call that must fail. */
  refused(tool: string, args: Arguments): Promise<string>;
  /** What the connection is told on opening. */
  instructions(): Promise<string>;
}

export interface HostileServer {
  /** An agent at a repository, `more` of its address being a ref and a path as a URL has them. */
  at(kind: string, more?: string): Agent;
  /** Why an address cannot be connected to; the commit is indexed already. */
  refusal(kind: string, more: string): Promise<{ readonly code: string; readonly message: string }>;
  /** As `at`, once the commit is indexed: reading a file does not wait for that, everything else does. */
  connect(kind: string, more?: string): Promise<Agent>;
  /** The plain answer to a person who opens an address. */
  open(address: string): Promise<Response>;
  repository(kind: string): GitRepository;
  /** Every log line so far. */
  logged(): readonly string[];
}

const ORIGIN = "http://127.0.0.1";

/** Builds the repositories and starts the server before the tests of the file that calls this. */
export function hostileServer(
  kinds: readonly string[],
  options: TestServerOptions = {},
): HostileServer {
  let repositories: HostileRepositories;
  let server: TestServer;
  Deno.test.beforeAll(async () => {
    repositories = await hostileRepositories(kinds);
    const directories = kinds.map((kind) =>
      [`hostile/${kind}`, repositories.repository(kind).directory] as const
    );
    server = await testServer({ ...options, directories: new Map(directories) });
  });
  Deno.test.afterAll(async () => {
    assert.deepEqual(server.logged.filter((line) => line.includes('"level":"error"')), []);
    await server[Symbol.asyncDispose]();
    await repositories[Symbol.asyncDispose]();
  });
  const address = (kind: string, more: string) => `${ORIGIN}/local/hostile/${kind}${more}`;
  const at: HostileServer["at"] = (kind, more = "") => agentAt(server, address(kind, more));
  return {
    at,
    async refusal(kind, more) {
      const response = await server.fetch(message("modern", address(kind, more), { method: "tools/list" }));
      const { error } = await response.json();
      assert(response.status >= 400, `${address(kind, more)} is served`);
      return { code: error.data.code, message: error.message };
    },
    async connect(kind, more) {
      const agent = at(kind, more);
      await agent.browse();
      return agent;
    },
    open: (address) => server.fetch(new Request(ORIGIN + address)),
    repository: (kind) => repositories.repository(kind),
    logged: () => server.logged,
  };
}

/** An agent that speaks the current revision of the protocol. */
export function agentAt({ fetch }: Pick<TestServer, "fetch">, url: string): Agent {
  const call: Agent["call"] = (tool, args) => callTool(fetch, "modern", url, tool, args);
  const answered = async (tool: string, args: Arguments) => {
    const { text, isError } = await call(tool, args);
    assert(!isError, text);
    return text;
  };
  const pages = (tool: string, path: string) => walkThrough(fetch, "modern", url, tool, { path });
  return {
    call,
    browse: (path) => answered("browse_repo", { limit: 200, ...(path !== undefined && { path }) }),
    search: (query, more = {}) => answered("search_repo", { query, limit: 25, ...more }),
    load: (path) => answered("load_skill", { path }),
    context: async (path) => (await pages("load_skill", path)).map(fenced).join(""),
    read: async (path) => (await pages("read_repo_file", path)).map(fenced).join(""),
    async refused(tool, args) {
      const { text, isError } = await call(tool, args);
      assert(isError, text);
      return text;
    },
    async instructions() {
      const response = await fetch(message("modern", url, { method: "server/discover" }));
      assert.equal(response.status, 200);
      const { result } = await response.json();
      return result.instructions;
    },
  };
}

/** `[kind] path` of every entry or result, in order. */
export function entriesOf(text: string): string[] {
  return [...text.matchAll(/^\[(folder|skill|file)\] (.*)$/gm)].map(([, kind, path]) => `${kind} ${path}`);
}

/** Everything above the text of a repository. */
export function headOf(text: string): string {
  return text.split(/^=== [0-9a-f]+ begins: /m, 1)[0] ?? "";
}

/** The value of a header line, which must be there once; null when it must not. */
export function header(text: string, key: string): string | null {
  const values = [...headOf(text).matchAll(new RegExp(`^${key}: (.*)$`, "gm"))].map(([, value]) =>
    value ?? ""
  );
  assert(values.length <= 1, text);
  return values[0] ?? null;
}

/** All values of a header line that may come several times. */
export function headers(text: string, key: string): string[] {
  return [...headOf(text).matchAll(new RegExp(`^${key}: (.*)$`, "gm"))].map(([, value]) => value ?? "");
}

export function assertHolds(text: string, ...parts: readonly string[]): void {
  for (const part of parts) assert(text.includes(part), `${JSON.stringify(part)} is not in\n${text}`);
}

export function assertLacks(text: string, ...parts: readonly string[]): void {
  for (const part of parts) assert(!text.includes(part), `${JSON.stringify(part)} is in\n${text}`);
}

const NOWHERE = "nothing/there.md";

/** Checks that no tool tells a path from one that does not exist. */
export async function assertAbsent(
  agent: Agent,
  path: string,
  tools: readonly string[] = ["browse_repo", "search_repo", "load_skill", "read_repo_file"],
): Promise<void> {
  const shown = path === "" ? "(repository root)" : path;
  for (const tool of tools) {
    const more = tool === "search_repo" ? { query: "quince" } : {};
    const refused = await agent.refused(tool, { ...more, path });
    const absent = await agent.refused(tool, { ...more, path: NOWHERE });
    assert.equal(refused.replaceAll(shown, NOWHERE), absent, `${tool} ${path}`);
  }
}
