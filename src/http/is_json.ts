/** Whether a `content-type` header names JSON, with or without parameters. */
export function isJson(contentType: string | null): boolean {
  return contentType !== null && /^\s*application\/json\s*(;|$)/i.test(contentType);
}
