import { CST } from "yaml";

/** A bracket or a quote that opens and is not closed before the text goes on with something else. */
export interface NeverClosed {
  readonly sign: "[" | "{" | '"' | "'";
  /** In code units of the YAML. */
  readonly offset: number;
}

/**
 * The sign behind which a parser stumbled because it is never closed; null where it stumbled over something
 * else. A parser tells the place at which it gave up, often lines below the sign. A quote comes before the
 * brackets around it, since it swallows their ends, and an outer bracket before those in it.
 */
export function neverClosed(tokens: readonly CST.Token[], stumble: number): NeverClosed | null {
  const open: NeverClosed[] = [];
  for (const token of tokens) {
    if (token.type !== "document") continue;
    CST.visit(token, ({ key, value }) => {
      for (const part of [key, value]) {
        const sign = part ? signLeftOpen(part) : null;
        if (part && sign !== null && part.offset < stumble) open.push({ sign, offset: part.offset });
      }
    });
  }
  return open.find(({ sign }) => sign === '"' || sign === "'") ?? open[0] ?? null;
}

function signLeftOpen(token: CST.Token): NeverClosed["sign"] | null {
  switch (token.type) {
    case "flow-collection": {
      const isList = token.start.type === "flow-seq-start";
      const isClosed = token.end.some(({ type }) => type === "flow-seq-end" || type === "flow-map-end");
      return isClosed ? null : isList ? "[" : "{";
    }
    case "double-quoted-scalar":
      return isQuoted(token.source, '"') ? null : '"';
    case "single-quoted-scalar":
      return isQuoted(token.source, "'") ? null : "'";
    default:
      return null;
  }
}

/** Whether the text ends with the quote that it starts with. The lexer has paired what is escaped. */
function isQuoted(source: string, quote: string): boolean {
  if (source.length < 2 || !source.endsWith(quote)) return false;
  const escapes = quote === '"' ? /\\*$/.exec(source.slice(0, -1))?.[0].length ?? 0 : 0;
  return escapes % 2 === 0;
}
