declare const brand: unique symbol;

/**
 * A `Value` that one parser has proved to be a `Name`. Only that parser may cast to it; everywhere
 * else the type is the proof, so nothing is checked twice.
 */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name };
