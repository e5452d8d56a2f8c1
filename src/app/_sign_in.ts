import type { Hono } from "hono";
import type { HostTable } from "../../contracts/addresses.ts";
import type { Sets } from "../../contracts/library/sets.ts";
import { success } from "../../contracts/result.ts";
import { addressResource, createAddressKeys } from "../auth/mod.ts";
import { formatAddress } from "../format/mod.ts";
import type { ReadBody, RequestVariables } from "../http/mod.ts";
import type { Mounts } from "../mounts/mod.ts";
import { oauthRoutes } from "../oauth/mod.ts";
import { createFrame } from "../web/mod.ts";
import type { AuthorizationPorts, Ports } from "./ports.ts";
import { VERSION } from "./version.ts";

export interface SignInKit {
  readonly mounts: Pick<Mounts, "open">;
  readonly sets: Pick<Sets, "allowedTo">;
  readonly hostTable: HostTable;
  readonly readBody: ReadBody;
}

/** Where people sign in, allow apps what they ask for, and make keys for addresses. */
export function signInRoutes(
  { addressKeys: keys, clock }: Ports,
  server: NonNullable<AuthorizationPorts["server"]>,
  { mounts, sets, hostTable, readBody }: SignInKit,
): Hono<{ Variables: RequestVariables }> {
  const { places, randomBytes } = server;
  const addressKeys = createAddressKeys({
    keys,
    async mayOpen(person, address) {
      // As the key will read, so that none is made which opens nothing.
      const { audience } = addressResource(address, places);
      const mount = await mounts.open(formatAddress(address, hostTable), {
        kind: "address_key",
        person,
        audience,
      });
      return mount.ok ? success(null) : mount;
    },
    audienceOf: (address) => addressResource(address, places).audience,
    nameOf: (address) => formatAddress(address, hostTable),
    clock,
    randomBytes,
  });
  return oauthRoutes({
    ...server,
    addressKeys,
    readBody,
    frame: createFrame(VERSION, places.issuer),
    accountOfSet: (person, { owner, name }) => sets.allowedTo(person, owner, name),
    async mayOpen(person, address) {
      const mount = await mounts.open(formatAddress(address, hostTable), person);
      if (mount.ok) return true;
      const { code } = mount.error;
      if (code === "mount.repo_not_found" || code === "mount.not_allowed") return false;
      return code === "mount.unavailable" || code === "mount.rate_limited" ? null : true;
    },
  });
}
