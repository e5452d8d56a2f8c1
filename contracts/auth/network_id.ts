import type { Brand } from "../brand.ts";

/** Tells the networks that requests come over apart, without telling which: no address can be had back from it. */
export type NetworkId = Brand<string, "NetworkId">;
