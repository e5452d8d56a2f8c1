/**
 * Ties tests to the requirements of the data files beside this one. A test is named by `verifies`, with
 * the ids as literals, so that the coverage test finds them in its source.
 */

/** The name of the test that verifies the requirements `ids`: them and a sentence on what it shows. */
export function verifies(ids: readonly [string, ...string[]], sentence: string): string {
  return `${ids.join(", ")}: ${sentence}`;
}
