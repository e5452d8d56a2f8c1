import type { Label, VersionDigest } from "../../../contracts/library/versions.ts";
import { failure, type Result, success } from "../../../contracts/result.ts";

const LABEL = /^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$/;
const LONGEST = 64;

/** Numbers that a label may have and that are still exact when they are raised. */
const NUMBERS = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;

const FIRST = "1.0.0";

/** Parses what a version is to be called (docs/design/library.md "Labels"). The error is a rule, said after the label. */
export function parseLabel(text: string): Result<Label, string> {
  if (!LABEL.test(text)) {
    return failure(
      `is no version: 1 to ${LONGEST} letters, digits and . + _ - that begin with a letter or digit`,
    );
  }
  if (text.toLowerCase() === "latest") return failure("is no version: it would name another one every time");
  return success(proved(text));
}

/** The label with so many digits of the digest behind it, for content that is not what the label names already. */
export function labelWithDigest(label: Label, digest: VersionDigest, digits: number): Label {
  const suffix = `+${digest.slice(0, digits)}`;
  return proved(`${label.slice(0, LONGEST - suffix.length)}${suffix}`);
}

/** The next number behind `label`, which is of the form x.y.z; the first one behind none. */
export function raised(label: Label | null): Label {
  const parts = label === null ? null : NUMBERS.exec(label);
  if (parts === null) return proved(FIRST);
  const [, major = "", minor = "", patch = ""] = parts;
  return proved(`${Number(major)}.${Number(minor)}.${Number(patch) + 1}`);
}

/** The higher one of the form x.y.z; what is of another form does not count. */
export function higher(one: Label | null, other: Label): Label | null {
  const numbers = numbersOf(other);
  if (numbers === null) return one;
  const known = one === null ? null : numbersOf(one);
  if (known === null) return other;
  for (const [index, number] of numbers.entries()) {
    const before = known[index] ?? 0;
    if (number !== before) return number > before ? other : one;
  }
  return one;
}

function numbersOf(label: Label): readonly number[] | null {
  const parts = NUMBERS.exec(label);
  return parts === null ? null : parts.slice(1).map(Number);
}

function proved(text: string): Label {
  return text as Label;
}
