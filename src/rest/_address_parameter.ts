/**
 * The address behind the name of a route, with its leading `/`. Whoever is written from the document takes it
 * for one parameter and escapes all of it, slashes too; that is told by its being one segment, which no
 * address is, and unescaped once. Everything else is taken as it was sent.
 */
export function addressParameter(rest: string): string {
  if (!/^\/[^/]*%2f[^/]*$/i.test(rest)) return rest;
  try {
    return decodeURIComponent(rest);
  } catch {
    // Whoever parses it says what is wrong with it.
    return rest;
  }
}
