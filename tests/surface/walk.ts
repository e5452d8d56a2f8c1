import assert from "node:assert/strict";
import { nextCall } from "../support/next_call.ts";
import { callTool, type Era } from "./mcp.ts";

/** What a client does with the texts of results, knowing nothing but what they say. */

/** What stands between the fence's two lines. */
export function fenced(text: string): string {
  const [, content] = /^=== ([0-9a-f]+) begins: [^\n]* ===\n(.*?)\n=== \1 ends ===$/ms.exec(text)?.slice(1) ??
    [];
  assert(content !== undefined, text);
  return content;
}

/** The texts of a call and of every continuation that its results tell. */
export async function walkThrough(
  fetch: (request: Request) => Promise<Response>,
  era: Era,
  url: string,
  tool: string,
  first: Record<string, unknown>,
): Promise<string[]> {
  const texts: string[] = [];
  for (let args: Record<string, unknown> | null = first; args !== null;) {
    const { text, isError } = await callTool(fetch, era, url, tool, args);
    assert(!isError, text);
    texts.push(text);
    args = nextCall(text, tool);
    assert(texts.length < 1000);
  }
  return texts;
}
