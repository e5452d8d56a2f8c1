/** An agent that calls one tool after another and holds every answer against git. */
import type { PushedRepository } from "./pushed_repositories.ts";
import { NOTES, SKILL } from "./pushed_repositories.ts";

export interface Tally {
  answers: number;
  /** Answers that said that a commit is being indexed. */
  waits: number;
  readonly errors: string[];
  /** Answers that hold what git does not. */
  readonly wrong: string[];
  /** Answers about a commit that the branch had left for longer than a ref may be believed. */
  readonly stale: string[];
  /** Milliseconds of each answer. */
  readonly times: number[];
}

export interface SoakClientOptions {
  /** What the addresses of the repositories start with. */
  readonly base: string;
  readonly repositories: readonly PushedRepository[];
  /** How old the meaning of a branch may be. Milliseconds. */
  readonly lifetimeMs: number;
  readonly goesOn: () => boolean;
  readonly tally: Tally;
}

interface Question {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether a text about a commit with these files is right. */
  readonly isRight: (text: string, files: ReadonlyMap<string, string>) => boolean;
}

/** So that the clients are not all that runs. */
const PAUSE_MS = 20;
const KEPT_PINS = 20;

const QUESTIONS: readonly Question[] = [
  {
    tool: "read_repo_file",
    args: { path: NOTES },
    isRight: (text, files) => fenced(text) === files.get(NOTES),
  },
  {
    tool: "browse_repo",
    args: { path: "skills" },
    isRight: (text, files) => text.includes(`\n  description: ${describedIn(files)}\n`),
  },
  {
    tool: "search_repo",
    args: { query: "planning work" },
    isRight: (text, files) =>
      text.includes(`\n[skill] ${SKILL}\n`) && text.includes(`\n  description: ${describedIn(files)}\n`),
  },
  {
    tool: "load_skill",
    args: { path: SKILL },
    isRight: (text, files) =>
      text.includes(`\nDescription: ${describedIn(files)}\n`) &&
      text.includes(`\n${files.get(SKILL)?.split("---\n").at(-1)?.trim()}\n`),
  },
  {
    tool: "read_repo_file",
    args: { path: "docs/guide.md", limit: 20_000 },
    isRight: (text, files) => {
      const shown = fenced(text);
      return shown.length > 10_000 && files.get("docs/guide.md")?.startsWith(shown) === true;
    },
  },
];

/** Asks until `goesOn` says no. */
export async function runSoakClient(options: SoakClientOptions): Promise<void> {
  const { base, repositories, goesOn, tally } = options;
  /** Addresses of commits, as answers named them. */
  const pins: { readonly repository: PushedRepository; readonly address: string }[] = [];
  while (goesOn()) {
    const pin = Math.random() < 0.2 ? pick(pins) : undefined;
    const repository = pin?.repository ?? pick(repositories);
    const question = pick(QUESTIONS);
    if (repository === undefined || question === undefined) return;
    const address = pin?.address ?? `/soak/soak/${repository.name}`;
    const startedAt = performance.now();
    try {
      const text = await ask(new URL(address, base), question);
      tally.answers++;
      tally.times.push(performance.now() - startedAt);
      if (/^Indexing: /m.test(text)) {
        tally.waits++;
        continue;
      }
      const commit = /^Commit: ([0-9a-f]{40})/m.exec(text)?.[1] ?? "";
      const files = await repository.files(commit);
      const what = `${question.tool} ${address} ${commit}`;
      if (files === undefined || !question.isRight(text, files)) tally.wrong.push(`${what}\n${text}`);
      else if (pin === undefined && repository.leftAt(commit) < startedAt - options.lifetimeMs) {
        tally.stale.push(what);
      }
      pins.push({ repository, address: `/soak/soak/${repository.name}@${commit}` });
      if (pins.length > KEPT_PINS) pins.shift();
    } catch (error) {
      tally.errors.push(`${question.tool} ${address}: ${error instanceof Error ? error.message : error}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The text of a tool's answer; throws for every other answer. Both eras of the protocol take turns. */
async function ask(url: URL, { tool, args }: Question): Promise<string> {
  const isModern = Math.random() < 0.5;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "soak", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: tool, arguments: args, ...(isModern && { _meta }) };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept": "application/json, text/event-stream",
      ...(isModern && { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const { result } = JSON.parse(text);
  if (result?.isError !== undefined || typeof result?.content?.[0]?.text !== "string") throw new Error(text);
  return result.content[0].text;
}

/** What stands between the two lines that mark the text of a repository. */
function fenced(text: string): string {
  return /^=== [0-9a-f]+ begins: .* ===\n([^]*?)\n=== [0-9a-f]+ ends ===$/m.exec(text)?.[1] ?? "";
}

function describedIn(files: ReadonlyMap<string, string>): string {
  return /^description: (.*)$/m.exec(files.get(SKILL) ?? "")?.[1] ?? "nothing";
}

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
