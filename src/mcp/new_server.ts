import { ProtocolError, Server } from "@modelcontextprotocol/server";
import { ERRORS } from "../../contracts/errors.ts";
import { SKILLS_EXTENSION, type ToolName, TOOLS, USE_SKILL } from "../../contracts/mcp.ts";
import type { Log, Mount } from "../../contracts/ports.ts";
import { whereItFailed } from "../../contracts/where_it_failed.ts";
import type { PageMemory } from "../http/mod.ts";
import type { SnapshotSources } from "../reading/mod.ts";
import { callTool } from "./call_tool.ts";
import type { Introduction } from "./introduce.ts";
import { JSON_RPC } from "./json_rpc.ts";
import type { Question } from "./read_and_render.ts";
import { serveSkills } from "./serve_skills.ts";
import { textBudget } from "./text_budget.ts";
import { traced } from "./traced.ts";
import { useSkill } from "./use_skill.ts";

export interface ServerDeps {
  readonly sources: SnapshotSources;
  readonly pages: PageMemory;
  readonly indexWaitMs: number;
  readonly log: Log;
}

/** One request's view of a mount. */
export interface Connection {
  readonly requestId: string;
  readonly mount: Mount;
  readonly introduction: Introduction;
  /** `modern`: revision 2026-07-28, whose results carry the server's identity. */
  readonly era: "legacy" | "modern";
}

/** The tools and the prompt are the same at every address and change with the server alone. */
const SAME_EVERYWHERE = { ttlMs: 86_400_000, cacheScope: "public" } as const;

/**
 * A server for one request on one mount. It is the SDK's low-level one: the high-level server turns
 * every schema into JSON and checks arguments once more for each request, and words the complaints
 * itself.
 */
export function newServer(deps: ServerDeps, connection: Connection): Server {
  const { mount, introduction, era } = connection;
  const { identity, instructions, ttlMs } = introduction;
  const server = new Server(identity, {
    // Nothing that a mount offers changes within a connection (seed "Connection and prompt").
    capabilities: {
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      extensions: { [SKILLS_EXTENSION.id]: SKILLS_EXTENSION.settings },
    },
    ...(instructions !== null && { instructions }),
    cacheHints: {
      "tools/list": SAME_EVERYWHERE,
      "prompts/list": SAME_EVERYWHERE,
      "server/discover": { ttlMs, cacheScope: mount.repository.visibility },
    },
  });
  const question = (given: unknown, signal: AbortSignal): Question => ({
    sources: deps.sources,
    pages: deps.pages,
    mount,
    opened: introduction.snapshot,
    given,
    waitMs: deps.indexWaitMs,
    budgetBytes: textBudget(era === "modern" ? identity : null),
    signal,
  });
  const safely = <Answer>(work: () => Promise<Answer>) => answerSafely(deps.log, connection.requestId, work);

  server.setRequestHandler("tools/list", () => ({ tools: [...TOOLS] }));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const { name } = params;
    if (!isToolName(name)) {
      throw new ProtocolError(
        JSON_RPC.invalidParams,
        `There is no such tool: the tools are ${TOOLS.map(({ name }) => name).join(", ")}`,
      );
    }
    return safely(() => traced(name, () => callTool(name, question(params.arguments, mcpReq.signal))));
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: [{ ...USE_SKILL, arguments: [...USE_SKILL.arguments] }],
  }));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) => {
    if (params.name !== USE_SKILL.name) {
      throw new ProtocolError(
        JSON_RPC.invalidParams,
        `There is no such prompt: the prompt is ${USE_SKILL.name}`,
      );
    }
    return safely(() => useSkill(question(params.arguments, mcpReq.signal)));
  });
  serveSkills(server, {
    sources: deps.sources,
    mount,
    waitMs: deps.indexWaitMs,
    hasCacheFields: era === "modern",
    safely,
  });
  return server;
}

/** The SDK sends the text of an exception to the client, and that text may quote what a repository holds. */
async function answerSafely<Answer>(
  log: Log,
  requestId: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    log("error", "request_failed", { id: requestId, ...whereItFailed(error) });
    throw new ProtocolError(JSON_RPC.internal, `${ERRORS.internal.sentence}: request ${requestId}`);
  }
}

function isToolName(name: string): name is ToolName {
  return TOOLS.some((tool) => tool.name === name);
}
