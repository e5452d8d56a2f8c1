/**
 * How a file of that name is to be shown or saved (RFC 6266). The name comes from a repository: the plain
 * form keeps what needs no quoting, the extended one has everything else escaped (RFC 8187, section 3.2).
 * The package of that name throws on half a character, and takes a path for its last segment.
 */
export function contentDisposition(kind: "inline" | "attachment", fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9._ -]/gu, "_");
  const form = `${kind}; filename="${plain}"`;
  return plain === fileName ? form : `${form}; filename*=UTF-8''${extended(fileName)}`;
}

function extended(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
