const LONGEST = 8192;

/** Where a browser goes after signing in: a path of this origin and nothing else; `/` for what is none. */
export function returnPath(text: string | null): string {
  if (text === null || text.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return "/";
  const base = "https://here.invalid";
  // As it was written: resolved, `/.//evil.example` would become the address of another host.
  return URL.parse(text, base)?.origin === base ? text : "/";
}
