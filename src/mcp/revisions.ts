/** The revision of the protocol that has no handshake. */
export const CURRENT_REVISION = "2026-07-28";
