/** A number of things, such as `1 commit` or `3 commits`. */
export function countText(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
