import { Buffer } from "node:buffer";
import { type Implementation, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { MCP_LIMITS } from "../../../contracts/limits.ts";
import type { Era } from "./revisions.ts";

/** What a server calls itself, and what follows from it for all its results: made once, not for each. */
export interface ServerIdentity {
  readonly info: Implementation;
  /**
   * What the text of a tool result may take as a JSON string, its quotes counted, so that the whole
   * result stays within its bound (docs/design/mcp.md "Results and continuations"). UTF-8 bytes.
   */
  readonly textBudget: Readonly<Record<Era, number>>;
  /** The JSON behind the text of a tool result, to the end of the message. */
  readonly afterText: Readonly<Record<Era, string>>;
  readonly afterErrorText: Readonly<Record<Era, string>>;
  /** The same behind a text that has a `_meta` of its own. */
  readonly afterTextWith: (meta: Readonly<Record<string, unknown>>, isError: boolean, era: Era) => string;
}

export function serverIdentity(info: Implementation): ServerIdentity {
  const marks = { resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: info } };
  return {
    info,
    textBudget: { legacy: textBudget({}), modern: textBudget(marks) },
    afterText: { legacy: after({}), modern: after(marks) },
    afterErrorText: { legacy: after({ isError: true }), modern: after({ isError: true, ...marks }) },
    afterTextWith(meta, isError, era) {
      const told = isError ? { isError: true } : {};
      if (era === "legacy") return after({ ...told, _meta: meta });
      return after({ ...told, ...marks, _meta: { ...meta, ...marks._meta } });
    },
  };
}

function textBudget(marks: object): number {
  const around = { content: [{ type: "text", text: 0 }], isError: true, ...marks };
  return MCP_LIMITS.resultBytes - (Buffer.byteLength(JSON.stringify(around)) - 1);
}

function after(members: object): string {
  const rest = JSON.stringify(members).slice(1);
  return `}]${rest === "}" ? "" : ","}${rest}}`;
}
