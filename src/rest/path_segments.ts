/** Paths with parameters in braces, as operations name them: how the router spells them, and what a request has for each. */
/** The router's spelling: a path at the end takes all that follows, line ends too, which the router has decoded. */
export function patternOf(path: string): string {
  return path.replace("{path}", ":path{[\\s\\S]+}").replaceAll(/\{(\w+)\}/g, ":$1");
}

/** What a path has for each parameter of `template`, decoded once. */
export function segmentsOf(
  template: string,
  path: string,
): Readonly<Record<string, string>> | "another" | "undecodable" {
  const names = template.split("/");
  const given = path.split("/");
  const found: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const written = name === "{path}" ? given.slice(at).join("/") : given[at] ?? "";
    if (!name.startsWith("{")) {
      if (written !== name) return "another";
      continue;
    }
    try {
      found[name.slice(1, -1)] = decodeURIComponent(written);
    } catch {
      return "undecodable";
    }
  }
  return found;
}
