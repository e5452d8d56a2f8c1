import { CatalogGone } from "../../contracts/catalog_view.ts";
import type { Failure } from "../../contracts/errors.ts";
import { failure, type Result } from "../../contracts/result.ts";
import type { Source } from "../../contracts/source.ts";

/**
 * What `read` finds in a source. A part of its catalog may turn out gone or broken at any question, which
 * throws: then what stands for it is made again, and the answer is what to say meanwhile.
 */
export async function answerFrom<Of extends Source, Found>(
  source: Of,
  read: (source: Of) => Result<Found, Failure> | Promise<Result<Found, Failure>>,
): Promise<Result<Found, Failure>> {
  try {
    return await read(source);
  } catch (error) {
    if (error instanceof CatalogGone) return failure(await source.restore());
    throw error;
  }
}
