/** What a text says in JSON; undefined, which JSON never says and no schema takes, where it cannot be read. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
