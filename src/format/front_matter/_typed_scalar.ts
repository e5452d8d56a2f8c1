/** A number that nothing is lost of: typed again it reads as it was written. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A scalar as it was typed. */
export interface Scalar {
  readonly text: string;
  /** Without quotes, and no block: what it looks like may give it a type. */
  readonly isPlain: boolean;
}

/**
 * What a scalar means in YAML 1.2's core schema (docs/format.md), where that keeps what was typed: `1.0`,
 * `012`, `0x1F`, `1e3`, `.5`, `.inf` and digits beyond 2^53 stay the text that they are written as.
 */
export function typedScalar({ text, isPlain }: Scalar): string | number | boolean | null {
  if (!isPlain) return text;
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  const number = Number(text);
  return NUMBER.test(text) && String(number) === text ? number : text;
}
