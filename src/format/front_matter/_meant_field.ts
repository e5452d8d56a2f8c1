/**
 * The field that a key was probably meant as when it differs in case, separators, number or spelling
 * alone, and undefined for a field itself and for everything else.
 */
export function meantField(key: string, fields: readonly string[]): string | undefined {
  return fields.includes(key) ? undefined : fields.find((field) => folded(field) === folded(key));
}

function folded(key: string): string {
  return key.toLowerCase().replaceAll(/[-_ ]/g, "").replace("licence", "license").replace(/s$/, "");
}
