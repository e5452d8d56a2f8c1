import { basename, dirname } from "node:path";
import { failure, type Result, success } from "../../../contracts/result.ts";
import { addressName } from "./_address_name.ts";

/**
 * The addresses at which directories are served, `<parent directory's name>/<directory's name>`.
 *
 * @param directories Absolute paths.
 * @returns Directories by `owner/name`, in the given order; or a sentence that names the directory
 * without a usable name, or the two that would share one.
 */
export function localAddresses(directories: readonly string[]): Result<ReadonlyMap<string, string>, string> {
  const addresses = new Map<string, string>();
  for (const directory of directories) {
    const owner = addressName(basename(dirname(directory)));
    const name = addressName(basename(directory));
    if (owner === null || name === null) {
      return failure(`Cannot serve "${directory}": it and the directory above it need names`);
    }
    const address = `${owner}/${name}`;
    const other = addresses.get(address);
    if (other !== undefined && other !== directory) {
      return failure(`Cannot serve "${other}" and "${directory}": both have the address /local/${address}`);
    }
    addresses.set(address, directory);
  }
  return success(addresses);
}
