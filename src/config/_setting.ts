import { createPrivateKey } from "node:crypto";
import { z } from "zod";
import type { Mode } from "./config.ts";

/** What is told of a variable. The rule never quotes a value: it may be a secret. */
export interface About {
  readonly rule: string;
  /** As an operator would write it, where it differs by mode; null: unset. */
  readonly fallback: Readonly<Record<Mode, string | null>>;
  readonly description: string;
}

type Fallback = string | null | About["fallback"];

/** What is told of each variable, by the schema that reads it. */
export const about = z.registry<About>();

export function variable<Schema extends z.ZodType>(
  schema: Schema,
  rule: string,
  fallback: Fallback,
  description: string,
): Schema {
  const byMode = typeof fallback === "string" || fallback === null
    ? { dev: fallback, start: fallback }
    : fallback;
  about.add(schema, { rule, fallback: byMode, description });
  return schema;
}

export function wholeNumber(least: number, most: number, fallback: number, description: string) {
  const schema = z.string().regex(/^\d{1,15}$/).transform(Number).pipe(z.number().min(least).max(most));
  return variable(schema, `a whole number from ${least} to ${most}`, String(fallback), description);
}

export function filePath(fallback: Fallback, description: string) {
  return variable(path(), "a path of at most 4096 characters", fallback, description);
}

/** The variable and the one that names a file which holds it. `least`: of characters. */
export function secret<Name extends string>(name: Name, least: number, description: string) {
  const value = variable(
    z.string().regex(new RegExp(`^[\\x21-\\x7e]{${least},512}$`)).nullable(),
    `${least} to 512 characters of printable ASCII without spaces`,
    null,
    description,
  );
  const file = variable(
    path(),
    `the path of a readable file, given without ${name}`,
    null,
    `A file that holds ${name}`,
  );
  return { [name]: value, [`${name}_FILE`]: file } as Record<Name | `${Name}_FILE`, typeof value>;
}

/** The same of an RSA key, which takes several lines. */
export function privateKey<Name extends string>(name: Name, description: string) {
  const { [name]: _, ...file } = secret(name, 1, description);
  const value = variable(
    z.string().max(16_384).transform((text) => text.replaceAll("\\n", "\n")).refine(isRsaKey).nullable(),
    "an RSA key as PEM, whose lines may end with \\n instead",
    null,
    description,
  );
  return { [name]: value, ...file } as Record<Name, typeof value> & typeof file;
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}

/** A schema of its own each time: what is told of a variable hangs on it. */
function path() {
  return z.string().max(4096).regex(/^[^\0]*$/).nullable();
}
