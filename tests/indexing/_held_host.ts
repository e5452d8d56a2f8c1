import { type ScriptedHost, scriptedHost } from "../support/scripted_host.ts";
import { type Gate, gate } from "../support/gate.ts";

export const WAIT_MS = 20_000;
export const MINUTE = 60_000;

/** A host whose first tree is held up. */
export function heldHost(): { readonly host: ScriptedHost; readonly held: Gate } {
  const host = scriptedHost();
  const held = gate();
  host.intervene = async () => {
    host.intervene = () => Promise.resolve(null);
    await held.hold();
    return null;
  };
  return { host, held };
}
