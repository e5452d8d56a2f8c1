import { raw } from "hono/html";
import { visibleText } from "../../render/mod.ts";

/** Text of a repository: isolated, so that it cannot reorder its neighbours, with nothing hidden in it. */
export function Text({ of }: { readonly of: string }) {
  return <bdi>{raw(visibleText(of))}</bdi>;
}

const MARKED_WORDS = 8;

/** The same with the words of a query marked. */
export function Marked({ of, query }: { readonly of: string; readonly query: string }) {
  const words = query.match(/[\p{L}\p{N}]{2,}/gu)?.slice(0, MARKED_WORDS) ?? [];
  if (words.length === 0) return <Text of={of} />;
  // Letters and digits alone, so that none of them means anything in a pattern.
  const parts = of.split(new RegExp(`(${words.join("|")})`, "giu"));
  const html = parts.map((part, index) =>
    index % 2 === 1 ? `<mark>${visibleText(part)}</mark>` : visibleText(part)
  );
  return <bdi>{raw(html.join(""))}</bdi>;
}

/** A path of a repository, which may break behind each `/`. */
export function Path({ of }: { readonly of: string }) {
  const html = visibleText(of === "" ? "/" : of).replaceAll("/", "/<wbr>");
  return <bdi class="path">{raw(html)}</bdi>;
}

/** One formatter for all: a number's own `toLocaleString` looks its locale up each time. */
const NUMBERS = new Intl.NumberFormat("en");

/** `1 skill`, `2 skills`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${NUMBERS.format(count)} ${count === 1 ? one : many}`;
}

/** @param least It is so large or larger. */
export function fileSize(bytes: number, least = false): string {
  const kib = bytes / 1024;
  const size = bytes < 1024
    ? counted(bytes, "byte")
    : kib < 1024
    ? `${rounded(kib)} KiB`
    : `${rounded(kib / 1024)} MiB`;
  return least ? `${size} or more` : size;
}

function rounded(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}

/** The last segment of a path; the path itself at the root. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
