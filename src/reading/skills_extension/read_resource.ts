import type { Failure } from "../../../contracts/errors.ts";
import type { ResourceContent } from "../../../contracts/skills_extension.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { mediaTypeOf } from "../../format/mod.ts";
import { itemOrNull } from "../catalog_item.ts";
import { resourceBytes } from "../resource_bytes.ts";
import { pathInside, urisOf } from "../uris.ts";
import type { Source } from "../../../contracts/source.ts";

/**
 * The bytes that the entries of the skills extension name, exactly. Fails with `file.not_found`, or
 * `index.indexing` when the bytes are gone.
 */
export async function readResource(
  source: Source,
  { uri }: { readonly uri: string },
): Promise<Result<ResourceContent, Failure>> {
  const { catalog, fileAt } = source.view;
  const uris = urisOf(source);
  const path = pathInside(source, uris, uri);
  const file = path === null ? null : itemOrNull(catalog.files, fileAt.get(path));
  const bytes = file === null ? null : resourceBytes(catalog, file);
  if (file === null || bytes === null) {
    return failure({ code: "file.not_found", reason: "no file is served at this URI" });
  }

  const named = { uri: uris.of(file.path), mimeType: mediaTypeOf(file) };
  if (file.characters === null) {
    const content = await source.content(bytes.content);
    return content === null ? failure(await source.restore()) : success({ ...named, bytes: content });
  }
  const text = await source.text(bytes.content);
  return text === null ? failure(await source.restore()) : success({ ...named, text });
}
