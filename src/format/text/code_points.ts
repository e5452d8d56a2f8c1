/** Characters as the format counts them: Unicode code points, a lone surrogate counting as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count--;
  }
  return count;
}

/** Whether `text` has more than `limit` characters; never looks at more of it than that takes. */
export function exceedsCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return text.length > 2 * limit || countCodePoints(text) > limit;
}

/** The first `count` characters of `text`; never half a character. */
export function takeCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  const head = text.slice(0, 2 * count);
  let end = 0;
  for (let taken = 0; taken < count && end < head.length; taken++) {
    end += (head.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return head.slice(0, end);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
