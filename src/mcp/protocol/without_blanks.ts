import { isObject } from "./is_object.ts";

/**
 * A message without what some clients write for what they leave out: null, which no param of the protocol
 * ever is, and an empty cursor. That is `params` itself, its members, and those of its `_meta` with what a
 * client says of itself there. The arguments of a tool are left to it, which knows what may be left out.
 */
export function withoutBlanks(message: unknown): unknown {
  if (!isObject(message) || !("params" in message)) return message;
  const { params } = message;
  if (isObject(params) && params.cursor !== "" && !hasNull(params, 1) && !hasNull(params._meta, 2)) {
    return message;
  }
  const { params: _, ...rest } = message;
  if (params === null) return rest;
  const given = membersOf(params, 1);
  if (!isObject(given)) return message;
  const { cursor, _meta, ...others } = given;
  return {
    ...rest,
    params: {
      ...others,
      ...(cursor !== undefined && cursor !== "" && { cursor }),
      ...(_meta !== undefined && { _meta: membersOf(_meta, 2) }),
    },
  };
}

/** Whether `membersOf` would leave something out. */
function hasNull(value: unknown, levels: number): boolean {
  if (levels === 0 || !isObject(value)) return false;
  for (const name in value) {
    if (value[name] === null || hasNull(value[name], levels - 1)) return true;
  }
  return false;
}

/** An object's members that are not null, and those of its members that are objects, down to `levels`. */
function membersOf(value: unknown, levels: number): unknown {
  if (levels === 0 || !isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, membersOf(member, levels - 1)]));
}
