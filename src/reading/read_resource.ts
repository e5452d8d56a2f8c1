import type { Failure } from "../../contracts/errors.ts";
import type { ResourceContent } from "../../contracts/skills_extension.ts";
import { failure, type Result, success } from "../../contracts/result.ts";
import { mediaTypeOf } from "../format/mod.ts";
import { itemOrNull } from "./_item.ts";
import { resourceBytes } from "./_published.ts";
import { pathInside, urisOf } from "./_uris.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The bytes that the entries of the skills extension name, exactly. Fails with `file.not_found`, or
 * `index.indexing` when the bytes are gone.
 */
export async function readResource(
  snapshot: Snapshot,
  { uri }: { readonly uri: string },
): Promise<Result<ResourceContent, Failure>> {
  const { catalog, fileAt } = snapshot.view;
  const uris = urisOf(snapshot);
  const path = pathInside(snapshot, uris, uri);
  const file = path === null ? null : itemOrNull(catalog.files, fileAt.get(path));
  const bytes = file === null ? null : resourceBytes(catalog, file);
  if (file === null || bytes === null) {
    return failure({ code: "file.not_found", reason: "no file is served at this URI" });
  }

  const named = { uri: uris.of(file.path), mimeType: mediaTypeOf(file) };
  if (file.characters === null) {
    const content = await snapshot.content(bytes.content);
    return content === null ? failure(await snapshot.reindex()) : success({ ...named, bytes: content });
  }
  const text = await snapshot.text(bytes.content);
  return text === null ? failure(await snapshot.reindex()) : success({ ...named, text });
}
