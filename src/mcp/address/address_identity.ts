import type { Mount } from "../../../contracts/mounts.ts";
import type { MountHeading } from "../../../contracts/reading.ts";
import { responseKey } from "../../http/mod.ts";
import { heading, type Snapshot } from "../../reading/mod.ts";
import { renderServerInfo } from "../../render/mod.ts";
import { type ServerIdentity, serverIdentity } from "../protocol/mod.ts";
import { createBoundedMap } from "../../flow/mod.ts";

export interface AddressIdentityDeps {
  readonly version: string;
  /** What absolute URLs start with, given the request's own origin; null where it is not known. */
  readonly publicOrigin: (own: string) => string | null;
}

/** What the server of an address calls itself, to who asked for this URL. */
export interface AddressIdentity {
  /** Before the commit is read. */
  unread(told: MountHeading, mount: Mount, url: string): ServerIdentity;
  of(snapshot: Snapshot, url: string): Promise<ServerIdentity>;
  /** What `of` made before of a snapshot of this mount; null where it has not. */
  known(mount: Mount, url: string): ServerIdentity | null;
}

/** Identities that are remembered: every result of the current revision repeats one. */
const REMEMBERED = 1000;

export function createAddressIdentity({ version, publicOrigin }: AddressIdentityDeps): AddressIdentity {
  const remembered = createBoundedMap<ServerIdentity>(REMEMBERED);

  function unread(told: MountHeading, mount: Mount, url: string): ServerIdentity {
    const place = { origin: publicOrigin(new URL(url).origin), hasPicture: hasPicture(mount) };
    return serverIdentity({ ...renderServerInfo(told, place), version });
  }

  return {
    unread,
    known: (mount, url) => remembered.get(keyOf(mount, url)) ?? null,
    async of(snapshot, url) {
      const { mount } = snapshot;
      const made = unread(await heading(snapshot), mount, url);
      remembered.set(keyOf(mount, url), made);
      return made;
    },
  };
}

function keyOf(mount: Mount, url: string): string {
  return responseKey(mount, "server", beforePath(url), hasPicture(mount));
}

function hasPicture({ repository }: Mount): boolean {
  return repository.visibility === "public" && repository.picture !== null;
}

/** All that an origin follows from, as it was sent. */
function beforePath(url: string): string {
  return url.slice(0, url.indexOf("/", url.indexOf("://") + 3));
}
