import type { Failure } from "../../../contracts/errors.ts";
import type { ResourceContent } from "../../../contracts/mcp/skills_extension.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { mediaTypeOf } from "../../format/mod.ts";
import { resourceOf } from "../resource_bytes.ts";
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
  const uris = urisOf(source);
  const path = pathInside(source, uris, uri);
  const file = path === null ? null : await source.view.files.at(path);
  const bytes = file === null ? null : await resourceOf(source, file);
  if (file === null || bytes === null) {
    return failure({ code: "file.not_found", reason: "no file is served at this URI" });
  }

  const isText = file.characters !== null;
  const named = {
    uri: uris.of(file.path),
    mimeType: mediaTypeOf({ ...file, isText }),
    skill: file.kind === "skill" ? file.path : null,
  };
  if (!isText) {
    const content = await source.content(bytes.content);
    return content === null ? failure(await source.restore()) : success({ ...named, bytes: content });
  }
  const text = await source.text(bytes.content);
  return text === null ? failure(await source.restore()) : success({ ...named, text });
}
