/** The revision of the protocol that has no handshake. */
export const CURRENT_REVISION = "2026-07-28";

/** `modern`: the current revision. `legacy`: those before it, which open with a handshake. */
export type Era = "legacy" | "modern";
