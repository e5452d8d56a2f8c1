// deno-lint-ignore no-control-regex -- ASCII is the range from NUL to DEL
const NOT_ASCII = /[^\x00-\x7f]/;

export function isAscii(text: string): boolean {
  return !NOT_ASCII.test(text);
}
