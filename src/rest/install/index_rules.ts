import { INSTALL_LIMITS } from "../../../contracts/limits.ts";

/** A description as long as readers count it, without half of a character. */
export function shortened(description: string): string {
  const { description: most } = INSTALL_LIMITS;
  return description.length <= most
    ? description
    : description.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** Whether a path comes back from a URL that it is put into as it is; not at its end either, where spaces are dropped. */
export function survivesAsUrl(path: string): boolean {
  return !/[%?#\\]|\.\.|\s$/.test(path);
}
