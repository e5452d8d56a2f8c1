import type { Brand } from "../brand.ts";

/**
 * What the store read together with a credential: the rows that calls with it needed before, as they were after the call
 * came. Whatever decides on a call may take them from here instead of asking once more.
 */
export type Look = Brand<object, "Look">;
