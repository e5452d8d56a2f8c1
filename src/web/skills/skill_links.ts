/** Where published skills are shown. */
export function skillPath(owner: string, name: string, label?: string): string {
  const at = label === undefined ? "" : `@${encodeURIComponent(label)}`;
  return `/skills/${encodeURIComponent(owner)}/${encodeURIComponent(name)}${at}`;
}

export function ownerPath(owner: string): string {
  return `/skills/${encodeURIComponent(owner)}`;
}
