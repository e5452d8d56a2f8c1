/** The arguments of the next call of this tool that a result tells; null when it tells none. */
export function nextCall(text: string, tool: string): Record<string, unknown> | null {
  // Behind the last fence there is nothing of the repository's.
  const end = text.split(/^=== [0-9a-f]+ ends ===$/m).at(-1) ?? "";
  const found = new RegExp(`^- .*: ${tool} (\\{.*\\})$`, "m").exec(end.slice(end.lastIndexOf("\nNext:")));
  return found?.[1] === undefined ? null : JSON.parse(found[1]);
}
